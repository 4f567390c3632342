/** What a page costs to load: its requests, and the bytes of their bodies as gzip sends them, headers not counted. */
import type { CDPSession } from 'playwright'

interface Loaded {
  url: string
  /** Bytes of the body as sent. */
  bytes: number
}
export interface Weight {
  files: Loaded[]
  bytes: number
}

/** Watches a page from before it goes anywhere; the cache is off, and gzip is what is asked for. */
export async function weigh(cdp: CDPSession): Promise<{ weight: () => Weight; quiet: () => boolean }> {
  await cdp.send('Network.enable')
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
  await cdp.send('Network.setExtraHTTPHeaders', { headers: { 'Accept-Encoding': 'gzip' } })
  const loaded = new Map<string, Loaded & { head: number }>()
  // "networkidle" never comes beside the stream of events, which stays open: what is under way is counted here
  const open = new Set<string>()
  let last = performance.now()
  const over = (id: string) => {
    open.delete(id)
    last = performance.now()
  }
  cdp.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!request.url.startsWith('http')) return
    open.add(requestId)
    loaded.set(requestId, { url: request.url, bytes: 0, head: 0 })
  })
  cdp.on('Network.loadingFailed', (e) => over(e.requestId))
  cdp.on('Network.responseReceived', ({ requestId, response }) => {
    const file = loaded.get(requestId)
    if (file) file.head = response.encodedDataLength
    if (response.mimeType === 'text/event-stream') over(requestId)
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const file = loaded.get(requestId)
    if (file) file.bytes = encodedDataLength - file.head
    over(requestId)
  })
  return {
    quiet: () => open.size === 0 && performance.now() - last > 500,
    weight() {
      const files = [...loaded.values()].map(({ url, bytes }) => ({ url, bytes }))
      return { files, bytes: files.reduce((sum, f) => sum + f.bytes, 0) }
    },
  }
}
