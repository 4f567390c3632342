import { describe, expect, it, vi } from 'vitest'
import { timeouts } from '../contract/limits.ts'
import { problemOf } from '../lib/problem.ts'
import { takeEarly } from './early.ts'

const script = (asked: Record<string, Promise<Response>>) => Object.assign(document.createElement('script'), { asked })
const json = (body: unknown, status = 200) => Promise.resolve(new Response(JSON.stringify(body), { status }))

describe('answers asked for by the document', () => {
  it('serve once', async () => {
    const early = takeEarly(script({ config: json({ language: 'zh-CN' }) }))
    expect(await early('config')).toEqual({ language: 'zh-CN' })
    expect(await early('config')).toBeUndefined()
  })
  it('are not there for the next mount on the page', async () => {
    const element = script({ session: json({ user: 1 }) })
    takeEarly(element)
    expect(await takeEarly(element)('session')).toBeUndefined()
  })
  it('leave the question to be asked again when they were refused, broken or lost', async () => {
    const early = takeEarly(
      script({
        config: json({}, 401),
        session: Promise.resolve(new Response('<html>')),
        permissions: Promise.reject(new Error('no network')),
      }),
    )
    expect(await early('config')).toBeUndefined()
    expect(await early('session')).toBeUndefined()
    expect(await early('permissions')).toBeUndefined()
  })
  it('are given up at the limit of such a call, as if it had been asked by the app', async () => {
    vi.useFakeTimers()
    const answer = takeEarly(script({ session: new Promise(() => {}) }))('session').catch(
      (e: unknown) => problemOf(e).code,
    )
    await vi.advanceTimersByTimeAsync(timeouts.read)
    expect(await answer).toBe('timeout')
    vi.useRealTimers()
  })
  it('serve the first calls of the screen, and no other call', async () => {
    const begun = () =>
      Object.assign(script({}), { begun: { '/tools?page=1&page_size=20': json({ items: [1] }), '/tools/7': json({}) } })
    const call = {
      key: 'GET /tools',
      method: 'GET',
      path: '/tools',
      query: { page_size: 20, page: 1, q: undefined },
    } as const
    const now = vi.spyOn(performance, 'now').mockReturnValue(1000)
    const early = takeEarly(begun())
    expect(early.first({ ...call, query: { page: 2, page_size: 20 } })).toBeUndefined()
    expect(early.first({ ...call, path: '/dorks' })).toBeUndefined()
    expect(await early.first(call)).toEqual({ items: [1] })
    expect(early.first(call)).toBeUndefined()
    expect(await early.first({ key: 'GET /tools/:id', method: 'GET', path: '/tools/7' })).toEqual({})
    now.mockReturnValue(60_000)
    expect(takeEarly(begun()).first(call)).toBeUndefined()
    vi.restoreAllMocks()
  })
  it('serve when the document finds out late what its screen begins with', async () => {
    const begun: Record<string, Promise<Response>> = {}
    const early = takeEarly(Object.assign(script({}), { begun }))
    begun['/lessons/7?language=en-US'] = json({ id: '7' })
    const call = { key: 'GET /lessons/:id', method: 'GET', path: '/lessons/7', query: { language: 'en-US' } } as const
    vi.spyOn(performance, 'now').mockReturnValue(1000)
    expect(await early.first(call)).toEqual({ id: '7' })
    vi.restoreAllMocks()
  })
  it('are none where no document asked', async () => expect(await takeEarly(null)('config')).toBeUndefined())
})
