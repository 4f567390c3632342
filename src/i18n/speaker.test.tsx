/** H4: two apps on one page, each in its own language, by whatever way its words are asked for. */
import { act, cleanup, fireEvent, render } from '@testing-library/react'
import { type ReactNode, useMemo, useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Toasts } from '../ui/feedback/Toasts.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { actAs, createTongue, enterAs, format, type Locale, t, type Tongue, TongueContext, useLocale } from './index.ts'
import { some } from '../../tests/support/some.ts'

const words = { 'en-US': 'Sign out', 'zh-CN': '退出登录' } as const
const leave: (() => void)[] = []
interface Side {
  tongue: Tongue
  box: HTMLElement
}
const sides = {} as Record<Locale, Side>

beforeEach(async () => {
  for (const locale of ['en-US', 'zh-CN'] as const) {
    const tongue = createTongue()
    const box = document.body.appendChild(document.createElement('div'))
    leave.push(enterAs(tongue, [box]), () => box.remove())
    await tongue.setLocale(locale)
    sides[locale] = { tongue, box }
  }
})
afterEach(() => {
  cleanup()
  for (const go of leave.splice(0)) go()
})

const within = (locale: Locale, inside: ReactNode) =>
  render(<TongueContext.Provider value={sides[locale].tongue}>{inside}</TongueContext.Provider>, {
    container: sides[locale].box,
  })

function Everywhere() {
  const locale = useLocale()
  const [first] = useState(() => t('shell.sign_out'))
  const kept = useMemo(() => t('shell.sign_out'), [])
  const [clicked, setClicked] = useState('')
  const [n, setN] = useState(0)
  return (
    <button
      onClick={() => {
        setN(n + 1)
        setClicked(t('shell.sign_out'))
      }}
    >
      {[locale, first, kept, t('shell.sign_out'), clicked, format.number(12_345)].join('|')}
    </button>
  )
}

it('draws each in its own, many times by turns, in renders, memos, states and handlers', () => {
  const views = { 'en-US': within('en-US', <Everywhere />), 'zh-CN': within('zh-CN', <Everywhere />) }
  const crossed: string[] = []
  for (let n = 0; n < some(1000); n++) {
    const locale = n % 3 === 0 ? 'zh-CN' : 'en-US'
    const button = views[locale].getByRole('button')
    fireEvent.click(button)
    for (const l of ['en-US', 'zh-CN'] as const) {
      const said = views[l].getByRole('button').textContent ?? ''
      const [at, ...texts] = said.split('|')
      if (at !== l || texts.some((text) => text !== '' && text !== words[l] && text !== '12,345')) crossed.push(said)
    }
  }
  expect(crossed).toEqual([])
})

it('follows a change of language in one and leaves the other', async () => {
  const views = { 'en-US': within('en-US', <Everywhere />), 'zh-CN': within('zh-CN', <Everywhere />) }
  await act(() => sides['en-US'].tongue.setLocale('zh-CN'))
  expect(views['en-US'].getByRole('button').textContent).toContain('zh-CN')
  await act(() => sides['zh-CN'].tongue.setLocale('en-US'))
  expect(views['zh-CN'].getByRole('button').textContent).toContain('en-US')
  expect(views['en-US'].getByRole('button').textContent).toContain('zh-CN')
})

it('brings news to the app in which something happened, in its words', () => {
  const views = { 'en-US': within('en-US', <Toasts />), 'zh-CN': within('zh-CN', <Toasts />) }
  for (const [locale, other] of [
    ['en-US', 'zh-CN'],
    ['zh-CN', 'en-US'],
    ['en-US', 'zh-CN'],
  ] as const) {
    act(() => {
      actAs(sides[locale].tongue)
      toast.ok(t('shell.sign_out'))
    })
    expect(views[locale].container.textContent).toContain(words[locale])
    expect(views[other].container.textContent).not.toContain(words[locale])
  }
})

it('asks the last one that is left when the other has gone', () => {
  actAs(sides['en-US'].tongue)
  leave.splice(0, 1)[0]?.()
  expect(t('shell.sign_out')).toBe(words['zh-CN'])
})
