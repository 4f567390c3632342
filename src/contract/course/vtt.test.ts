import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { some } from '../../../tests/support/some.ts'
import { mediaLimits } from './media.ts'
import { cuesAt, parseVtt } from './vtt.ts'

const cues = (text: string) => {
  const v = parseVtt(text)
  if (!v.ok) throw new Error(`${v.fault} ${v.line}`)
  return v.cues
}

describe('captions', () => {
  it('are read with their times as plain words; notes, styles, names and settings are left out', () => {
    const text = `\uFEFFWEBVTT - made by hand
Kind: captions

NOTE nothing to say

STYLE
::cue { color: red }

intro
00:01.000 --> 00:02.500 align:start
<v Teacher>Who has <b>192.0.2.7</b>?</v>

01:00:03.000 --> 01:00:04.000
a &lt; b &amp;&amp; c
second line
`
    expect(cues(text)).toEqual([
      { from: 1, to: 2.5, text: 'Who has 192.0.2.7?' },
      { from: 3603, to: 3604, text: 'a < b && c\nsecond line' },
    ])
    expect(cuesAt(cues(text), 2).map((c) => c.text)).toEqual(['Who has 192.0.2.7?'])
    expect(cuesAt(cues(text), 2.5)).toEqual([])
  })
  it('of nothing but angles cost what they are long, not each with all that follows it', () => {
    const took = (line: string) => {
      const runs = Array.from({ length: 3 }, () => {
        const from = performance.now()
        cues(`WEBVTT\n\n00:01.000 --> 00:02.000\n${line}`)
        return performance.now() - from
      })
      return Math.min(...runs)
    }
    // two hundred times as long where each is looked at with what follows it
    expect(took('<'.repeat(500_000))).toBeLessThan(5 + 2 * took('<b>a</b>'.repeat(62_500)))
  })
  it('come in the order they are said, with any line ends', () => {
    const text = 'WEBVTT\r\n\r\n00:05.000 --> 00:06.000\r\nsecond\r\n\r\n00:01.000 --> 00:02.000\r\nfirst\r\n'
    expect(cues(text).map((c) => c.text)).toEqual(['first', 'second'])
  })
  it.each([
    ['1\n00:00:01,000 --> 00:00:02,000\nSubRip', 1],
    ['WEBVTTX\n', 1],
    ['WEBVTT\n\n00:01 --> 00:02\nno thousandths', 3],
    ['WEBVTT\n\n00:05.000 --> 00:01.000\nbackwards', 3],
    ['WEBVTT\n\nwords\nand no time', 3],
  ])('that are none are refused at a line: %j', (text, line) => {
    expect(parseVtt(text)).toEqual({ ok: false, fault: 'not_captions', line })
  })
  it('are not more than are shown', () => {
    const many = Array.from({ length: mediaLimits.cues + 1 }, () => '00:01.000 --> 00:02.000\nx').join('\n\n')
    expect(parseVtt(`WEBVTT\n\n${many}`)).toMatchObject({ ok: false, fault: 'too_many' })
  })
  it('never throw, and never hold a tag, whatever stands in them', () => {
    const bits = fc.array(
      fc.constantFrom('<b>', '<', '>', '&lt;', '-->', '\n', 'x', '00:01.000 --> 00:02.000\n', 'NOTE '),
      {
        maxLength: 30,
      },
    )
    fc.assert(
      fc.property(bits, (parts) => {
        const v = parseVtt(`WEBVTT\n\n${parts.join('')}`)
        if (v.ok) for (const c of v.cues) expect(c.text).not.toContain('<b>')
      }),
      { numRuns: some(500) },
    )
  })
})
