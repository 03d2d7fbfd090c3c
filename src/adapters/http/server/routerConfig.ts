/** Bytes of the request line that Node takes at most, with all headers. */
const maxRequestLine = 16 * 1024

/** Ids in paths may have any length, so that their endpoint answers. */
export const routerConfig = { maxParamLength: maxRequestLine }
