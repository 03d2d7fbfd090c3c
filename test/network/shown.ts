/**
 * Everything that an error says, as a plain value. Of two errors themselves, `assert.deepStrictEqual` compares only
 * name, message and code.
 */
export const shown = (error: Error) => ({ ...error, message: error.message })
