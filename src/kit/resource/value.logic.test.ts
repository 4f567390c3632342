import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { dork } from '../../contract/library/dork.ts'
import { tool } from '../../contract/library/tool.ts'
import { loadMessages, setLocale } from '../../i18n/index.ts'
import { isDay, safeUrl, textOfField } from './value.logic.ts'

beforeAll(async () => {
  await setLocale('en-US')
  await loadMessages('library')
  await loadMessages('kit')
})

describe('a value as text', () => {
  const row = {
    name: 'nmap',
    category_id: 'c1',
    category_name: 'Scanners',
    price: 'free',
    online: false,
    platforms: ['linux', 'plan9'],
    commands: [{}, {}],
    language: '',
  }
  it('is what people read, not what is stored', () => {
    const read = (name: string) => textOfField(tool, name, row)
    expect(read('category_id')).toBe('Scanners')
    expect(read('price')).toBe('Free')
    expect(read('online')).toBe('No')
    expect(read('platforms')).toBe('Linux and plan9')
    expect(read('commands')).toBe('2')
    expect(read('language')).toBe('')
  })
  it('shows a value that is not what its field promises as it stands', () => {
    expect(textOfField(dork, 'published_on', { published_on: 'soon' })).toBe('soon')
    expect(textOfField(tool, 'updated_at', { updated_at: 'never' })).toBe('never')
    expect(textOfField(tool, 'category_id', { category_id: 'c1' })).toBe('c1')
  })
})

describe('an address to link to', () => {
  it('is http or https only', () => {
    expect(safeUrl('https://nmap.org/a?b=c#d')).toBe('https://nmap.org/a?b=c#d')
    expect(safeUrl('HTTP://nmap.org')).toBe('http://nmap.org/')
    for (const bad of [
      'javascript:alert(1)',
      ' https://x',
      '//x',
      'data:text/html,x',
      'https://',
      'ftp://x',
      '',
      7,
      null,
    ])
      expect(safeUrl(bad)).toBeUndefined()
  })
  it('never has another scheme, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((s) => `https:${s}`),
        ),
        (text) => {
          const url = safeUrl(text)
          if (url !== undefined) expect(['http:', 'https:']).toContain(new URL(url).protocol)
        },
      ),
    )
  })
})

describe('a calendar date', () => {
  it('exists', () => {
    expect(['2024-02-29', '1999-12-31', '0001-01-01'].every(isDay)).toBe(true)
    expect(['2023-02-29', '2024-13-01', '2024-1-1', '20240101', '2024-04-31'].some(isDay)).toBe(false)
  })
})
