/** Bytes of the request line that Node takes at most, with all headers. */
const maxRequestLine = 16 * 1024

/** However long an id in a path is, its endpoint says what is wrong with it. */
export const routerConfig = { maxParamLength: maxRequestLine }
