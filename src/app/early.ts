/** What the document of a page of its own has asked for while it was read (config/vite/early.ts). */
type Name = 'config' | 'session' | 'permissions'
type Asked = Partial<Record<Name, Promise<Response>>>

/**
 * Takes those answers over. Each serves once, and only if it came well and in time; undefined leaves the question to be asked again.
 * @param limit milliseconds
 */
export function takeEarly(script: Element | null = document.getElementById('mg-early'), limit = 10_000) {
  const holder = script as (Element & { asked?: Asked }) | null
  const asked: Asked = { ...holder?.asked }
  delete holder?.asked
  return async <T>(name: Name): Promise<T | undefined> => {
    const coming = asked[name]
    delete asked[name]
    if (!coming) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<undefined>((done) => {
      timer = setTimeout(() => done(undefined), limit)
    })
    try {
      const answer = await Promise.race([coming, late])
      return answer?.ok ? ((await answer.json()) as T) : undefined
    } catch {
      return undefined
    } finally {
      clearTimeout(timer)
    }
  }
}
