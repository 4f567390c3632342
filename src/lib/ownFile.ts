/** A file of the app's own build, as bytes. Rejects when it is not there. */
export async function ownFile(address: string): Promise<Uint8Array> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
  return new Uint8Array(await answer.arrayBuffer())
}
