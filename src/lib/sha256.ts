/**
 * SHA-256 of a file in hex. Undefined where the browser offers none, which is every page that did not come over a secure connection, and
 * where the file does not fit into memory: then nothing can be said of its content.
 */
export async function sha256OfFile(file: Blob): Promise<string | undefined> {
  try {
    const digest = await globalThis.crypto.subtle.digest('SHA-256', await file.arrayBuffer())
    return [...new Uint8Array(digest)].map((b) => b.toString(16).padStart(2, '0')).join('')
  } catch {
    return undefined
  }
}
