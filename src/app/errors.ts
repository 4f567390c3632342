/** Errors nobody caught, of this app alone: a page may hold a host and other apps. */

/**
 * @param own address of the app's files when it shares the page, otherwise everything on the page is its own
 * @returns ends it
 */
export function listenForErrors(tell: (e: unknown) => void, own?: string): () => void {
  const ours = (e: unknown, file = ''): boolean =>
    own === undefined || file.startsWith(own) || (e instanceof Error && e.stack?.includes(own) === true)
  const thrown = (e: ErrorEvent) => {
    if (e.error && ours(e.error, e.filename)) tell(e.error)
  }
  const unheard = (e: PromiseRejectionEvent) => {
    if (ours(e.reason)) tell(e.reason)
  }
  window.addEventListener('error', thrown)
  window.addEventListener('unhandledrejection', unheard)
  return () => {
    window.removeEventListener('error', thrown)
    window.removeEventListener('unhandledrejection', unheard)
  }
}
