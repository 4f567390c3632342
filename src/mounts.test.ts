import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { App } from './app/createApp.tsx'
import type { HostProps } from './contract/host.ts'
import { makeLifecycles, type PageAdapter, type Stay } from './mounts.ts'
import { some } from '../tests/support/some.ts'

interface Made {
  place: ParentNode
  told: (HostProps | null)[]
  disposed: number
}

/** A page and an app that only take notes; `dressed` decides when a mount's style sheets have come. */
function stage(dressed: (css: readonly string[]) => Promise<void> = () => Promise.resolve()) {
  const made: Made[] = []
  const stays = new Set<Stay>()
  let undressed = true
  const page: PageAdapter = {
    dress: (css) => {
      undressed = false
      return dressed(css)
    },
    enter: (container) => {
      const stay: Stay = {
        element: Object.assign(document.createElement('div'), { place: container }),
        popups: document.createElement('div'),
        isApps: () => false,
        away: () => {},
        leave: () => expect(stays.delete(stay)).toBe(true),
      }
      stays.add(stay)
      return stay
    },
    undress: () => {
      undressed = true
    },
  }
  const start = (stay: Stay, host: HostProps | null): App => {
    const one: Made = { place: (stay.element as HTMLElement & { place: ParentNode }).place, told: [host], disposed: 0 }
    made.push(one)
    return {
      ready: Promise.resolve(),
      update: (props) => {
        if (one.disposed > 0) throw new Error('update after dispose')
        one.told.push(props)
      },
      dispose: () => void one.disposed++,
    }
  }
  return { life: makeLifecycles(start, page), made, stays, page, isUndressed: () => undressed }
}
const box = (): HTMLElement => document.createElement('div')

describe('the lifecycles a host calls', () => {
  it('start an app in the container with the host’s props and end it there', async () => {
    const { life, made, stays } = stage()
    const container = box()
    await life.bootstrap()
    await life.mount({ container, token: 'abc', language: 'zh-CN' })
    expect(made).toMatchObject([{ place: container, told: [{ token: 'abc', language: 'zh-CN' }] }])
    await life.unmount({ container })
    expect(made[0]?.disposed).toBe(1)
    expect(stays.size).toBe(0)
  })

  it('start an app without host props when nobody names a container', async () => {
    const { life, made } = stage()
    await life.mount({})
    expect(made).toMatchObject([{ place: document, told: [null] }])
  })

  it('never start an app that was unmounted while its styles were loading', async () => {
    let arrive = () => {}
    const { life, made, isUndressed } = stage(() => new Promise((done) => (arrive = done)))
    const container = box()
    const mounting = life.mount({ container })
    await life.unmount({ container })
    arrive()
    await mounting
    expect(made).toEqual([])
    expect(isUndressed()).toBe(true)
  })

  it('replace the app of a container that is mounted twice', async () => {
    const { life, made } = stage()
    const container = box()
    await life.mount({ container, token: 'one' })
    await life.mount({ container, token: 'two' })
    expect(made.map((m) => [m.told[0]?.token, m.disposed])).toEqual([
      ['one', 1],
      ['two', 0],
    ])
  })

  it('keep the styles until the last app has left', async () => {
    const { life, isUndressed } = stage()
    const [a, b] = [box(), box()]
    await life.mount({ container: a })
    await life.mount({ container: b })
    await life.unmount({ container: a })
    expect(isUndressed()).toBe(false)
    await life.unmount({ container: b })
    expect(isUndressed()).toBe(true)
  })

  it('find the app of an update by the instance’s name, which is all that qiankun leaves in it', async () => {
    const { life, made } = stage()
    await life.mount({ container: box(), name: 'mgApp' })
    await life.mount({ container: box(), name: 'mgApp_1' })
    await life.update({ name: 'mgApp_1', theme: 'theme-light' })
    expect(made.map((m) => m.told.slice(1))).toEqual([[], [{ theme: 'theme-light' }]])
  })

  it('give an update that names nobody to the only app, and to none of several', async () => {
    const { life, made } = stage()
    await life.mount({ container: box(), name: 'mgApp' })
    await life.update({ theme: 'theme-light' })
    expect(made[0]?.told).toHaveLength(2)
    await life.mount({ container: box(), name: 'mgApp_1' })
    await life.update({ theme: 'theme-dark' })
    expect(made.map((m) => m.told.length)).toEqual([2, 1])
  })

  it('start with what an update said while the styles were loading', async () => {
    let arrive = () => {}
    const { life, made } = stage(() => new Promise((done) => (arrive = done)))
    const container = box()
    const mounting = life.mount({ container, token: 'old', language: 'zh-CN' })
    await life.update({ container, token: 'new' })
    arrive()
    await mounting
    expect(made[0]?.told).toEqual([{ token: 'new', language: 'zh-CN' }])
  })

  it('start with what the instance was loaded with where an early update has taken its place in the props of the mount', async () => {
    const { life, made } = stage()
    const container = box()
    const onReady = vi.fn()
    await life.bootstrap({ name: 'mgApp', base: '/campus/range', token: 'abc', language: 'en-US', onReady })
    await life.bootstrap({ name: 'mgApp_1', token: 'another' })
    await life.mount({ container, name: 'mgApp', language: 'zh-CN', path: '/oj/practice' })
    expect(made[0]?.told[0]).toMatchObject({
      base: '/campus/range',
      token: 'abc',
      language: 'zh-CN',
      path: '/oj/practice',
    })
    made[0]?.told[0]?.onReady?.()
    expect(onReady).toHaveBeenCalledOnce()
    // and nothing of it stays behind
    await life.unmount({ container })
    await life.mount({ container, name: 'mgApp' })
    expect(made[1]?.told).toEqual([{}])
  })

  it('start with what updates said before there was a mount, by container, by name or for the only app', async () => {
    for (const key of [{ container: box() }, { name: 'mgApp' }, {}]) {
      const { life, made } = stage()
      await life.update({ ...key, token: 'new' })
      await life.update({ ...key, theme: 'theme-light' })
      const container = key.container ?? box()
      await life.mount({ container, name: 'mgApp', language: 'zh-CN', theme: 'theme-dark' })
      // of what both say the mount came last
      expect(made[0]?.told).toEqual([{ token: 'new', theme: 'theme-dark', language: 'zh-CN' }])
      // and it is said once
      await life.unmount({ container })
      await life.mount({ container, name: 'mgApp' })
      expect(made[1]?.told).toEqual([{}])
    }
  })

  it('keep what an early update said from every other app', async () => {
    const { life, made } = stage()
    await life.update({ name: 'mgApp_1', token: 'of-one' })
    await life.mount({ container: box(), name: 'mgApp', token: 'of-the-other' })
    await life.mount({ container: box(), name: 'mgApp_1' })
    expect(made.map((m) => m.told)).toEqual([[{ token: 'of-the-other' }], [{ token: 'of-one' }]])
  })

  it('survive props whose getters throw', async () => {
    const { life, made } = stage()
    const hostile = {
      get container(): never {
        throw new Error('container')
      },
      get name(): never {
        throw new Error('name')
      },
    }
    await life.mount(hostile)
    await life.update(hostile)
    await life.unmount(hostile)
    expect(made).toMatchObject([{ place: document, disposed: 1 }])
  })

  it('leave the page as it was when an app cannot start, and tell the host', async () => {
    const { page, stays, isUndressed } = stage()
    const broken = makeLifecycles(() => {
      throw new Error('no start')
    }, page)
    const container = box()
    await expect(broken.mount({ container })).rejects.toThrow('no start')
    expect(stays.size).toBe(0)
    expect(isUndressed()).toBe(true)
    await broken.unmount({ container })
  })

  it('leave the page even when an app fails while it ends', async () => {
    const { page, stays, isUndressed } = stage()
    const dispose = vi.fn(() => {
      throw new Error('no end')
    })
    const broken = makeLifecycles(() => ({ ready: Promise.resolve(), update: () => {}, dispose }), page)
    const container = box()
    await broken.mount({ container })
    await expect(broken.unmount({ container })).rejects.toThrow('no end')
    expect(stays.size).toBe(0)
    expect(isUndressed()).toBe(true)
  })
})

describe('H4: lifecycle calls in any order', () => {
  type Call = { act: 'bootstrap' } | { act: 'mount' | 'unmount' | 'update'; at: number; token: string; wait: boolean }
  const call: fc.Arbitrary<Call> = fc.oneof(
    { weight: 1, arbitrary: fc.constant<Call>({ act: 'bootstrap' }) },
    {
      weight: 9,
      arbitrary: fc.record({
        act: fc.constantFrom('mount' as const, 'mount' as const, 'unmount' as const, 'update' as const),
        at: fc.nat(2),
        token: fc.stringMatching(/^[a-z]{6}$/),
        wait: fc.boolean(),
      }),
    },
  )

  it('never throw, never reach another container, and end in what was asked for last', async () => {
    let overtaken = 0
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(call, { maxLength: 14 }), async (s, calls) => {
        const { life, made, stays, isUndressed } = stage(() => s.schedule(Promise.resolve()))
        const boxes = [box(), box(), box()]
        /** What each container should end with, by the calls in their order. */
        const model: (string | null)[] = [null, null, null]
        const pending: Promise<void>[] = []
        for (const c of calls) {
          if (c.act === 'bootstrap') {
            pending.push(life.bootstrap())
            continue
          }
          const props = { container: boxes[c.at], token: c.token }
          if (c.act === 'mount') model[c.at] = c.token
          if (c.act === 'unmount') model[c.at] = null
          if (c.act === 'update' && model[c.at] !== null) model[c.at] = c.token
          pending.push(life[c.act](props))
          for (const place of boxes)
            expect(made.filter((m) => m.place === place && m.disposed === 0).length).toBeLessThan(2)
          if (c.wait && s.count() > 0) await s.waitOne()
        }
        await s.waitAll()
        await Promise.all(pending)

        const live = made.filter((m) => m.disposed === 0)
        boxes.forEach((place, i) => {
          const here = live.filter((m) => m.place === place)
          expect(here.map((m) => m.told.at(-1)?.token)).toEqual(model[i] === null ? [] : [model[i]])
        })
        expect(made.every((m) => m.disposed <= 1)).toBe(true)
        expect(stays.size).toBe(live.length)
        if (calls.some((c) => c.act === 'mount')) expect(isUndressed()).toBe(live.length === 0)
        overtaken += calls.filter((c) => c.act === 'mount').length - made.length
      }),
      { numRuns: some(2000) },
    )
    // the orders that matter were among them
    expect(overtaken).toBeGreaterThan(100)
  })
})
