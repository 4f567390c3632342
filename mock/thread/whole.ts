/**
 * The memory of bytes that have it for themselves, to be handed to another thread: a copy of ten megabytes holds up everybody whom the thread
 * that answers calls has to serve. Small ones share theirs with others and are copied.
 */
export const wholeOf = (bytes: unknown): ArrayBuffer[] =>
  bytes instanceof Uint8Array && bytes.buffer instanceof ArrayBuffer && bytes.length === bytes.buffer.byteLength
    ? [bytes.buffer]
    : []
