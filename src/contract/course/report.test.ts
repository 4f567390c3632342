import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  marksBy,
  mayWriteReport,
  nextReportStatus,
  reportEvents,
  reportMachine,
  reportScore,
  reportStatuses,
  rubricMove,
} from './report.ts'
import { commonPieces, shinglesOf, similarPairs } from './similar.ts'

describe('the life of a report', () => {
  it('reaches every status, and its author writes before it is handed in and after it came back', () => {
    const seen = new Set(['draft'])
    for (const from of reportStatuses) for (const to of Object.values(reportMachine[from])) seen.add(to)
    expect([...seen].sort()).toEqual([...reportStatuses].sort())
    expect(reportStatuses.filter(mayWriteReport)).toEqual(['draft', 'returned'])
  })

  it('is never open to its author and to its marker at once', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...reportEvents), { maxLength: 20 }), (events) => {
        let status: (typeof reportStatuses)[number] = 'draft'
        for (const e of events) status = nextReportStatus(status, e) ?? status
        // what was handed in is its marker's until it is returned or opened again
        if (status === 'submitted' || status === 'marked') expect(mayWriteReport(status)).toBe(false)
        // a draft is its author's alone
        if (status === 'draft') expect(nextReportStatus(status, 'mark')).toBeUndefined()
      }),
    )
  })
})

describe('marks', () => {
  const was = [
    { id: 'a', points: 10 },
    { id: 'b', points: 10 },
  ]
  it('are no more than a line is worth', () =>
    expect(reportScore(was, { a: 99, b: -3 })).toEqual({ points: 10, score: 20, share: 0.5 }))

  it('keep their share of a line by another rubric, and a new line has none yet', () => {
    const is = [
      { id: 'a', points: 40 },
      { id: 'c', points: 10 },
    ]
    expect(marksBy({ a: 5, b: 10 }, was, is)).toEqual({ a: 20 })
    expect(rubricMove({ a: 5, b: 10 }, was, is)).toEqual({ before: 0.75, after: 0.4, open: 1 })
  })

  it('say the same of a report by the same rubric', () => {
    const marks = fc.record({ a: fc.integer({ min: 0, max: 10 }), b: fc.integer({ min: 0, max: 10 }) })
    fc.assert(
      fc.property(marks, (m) => {
        const move = rubricMove(m, was, was)
        expect(move.after).toBeCloseTo(move.before)
        expect(move.open).toBe(0)
      }),
    )
  })
})

describe('similar reports', () => {
  const template = '## What was open\n\n## What I changed, and why it was needed at all'
  const first = `${template}\nFTP on port 21 answered without a password and listed a note of the night shift.`
  const copied = first.replace('night shift', 'day shift')
  const own = `${template}\nOnly three services were running, and each of them told me its version at once.`
  const of = (texts: Record<string, string>) => Object.entries(texts).map(([id, text]) => ({ id, text }))

  it('are found though words were changed, and the template makes none', () => {
    const pairs = similarPairs(of({ first, copied, own }), [template])
    expect(pairs.map((p) => [p.a, p.b])).toEqual([['first', 'copied']])
    expect(pairs[0]?.share).toBeGreaterThan(0.5)
    expect(similarPairs(of({ a: template, b: template }), [template])).toEqual([])
  })

  it('are found in Chinese, where no space parts words', () => {
    const a = '匿名访问允许任何人读取目录中的便条，其中写有运维账号的口令。'
    expect(
      similarPairs(
        of({ a, b: a.replace('任何人', '所有人'), c: '只开放了三个服务，它们的版本一目了然，不难发现。' }),
        [],
      ).map((p) => [p.a, p.b]),
    ).toEqual([['a', 'b']])
  })

  it('are the whole where two are the same, and as alike the one way as the other', () => {
    const texts = fc.array(fc.constantFrom('ftp', 'ssh', 'root', 'port', 'note'), { minLength: 5, maxLength: 30 })
    fc.assert(
      fc.property(texts, texts, (x, y) => {
        const [a, b] = [x.join(' '), y.join(' ')]
        const share = (p: string, q: string) => similarPairs(of({ p, q }), [], { from: 0 })[0]?.share ?? 0
        expect(share(a, b)).toBeCloseTo(share(b, a))
        expect(share(a, a)).toBe(shinglesOf(a).size ? 1 : 0)
      }),
    )
  })

  it('are found where Chinese stands beside Latin letters', () => {
    expect(shinglesOf('用FTP服务器传').size, '用 FTP 服 务 器 传').toBe(2)
  })

  it('are marked where both say the same, and what the template says is not', () => {
    const { a, b } = commonPieces(
      '## Found\nWhat was open: FTP answered without any password, so I stopped it.',
      'At first ftp answered without any   PASSWORD; I told nobody. ## Found What was open:',
      ['## Found\nWhat was open:'],
    )
    const marked = (of: typeof a) => of.filter((p) => p.common).map((p) => p.text)
    const headed = commonPieces('## Open\nFTP on port 21\n## Why', '## Open\nFTP on port 21\n## Why', [
      '## Open\n## Why\n',
    ])
    expect(marked(headed.a), 'a line of the template within a run').toEqual(['FTP on port 21'])
    expect(marked(a)).toEqual(['FTP answered without any password'])
    expect(marked(b)).toEqual(['ftp answered without any   PASSWORD'])
  })

  it('make the whole text again, and each marked run is in the other text', () => {
    const words = fc.array(fc.constantFrom('ftp', 'Port', '匿', '名', 'ｒｏｏｔ', '²', '—', '\n', '. '), {
      maxLength: 40,
    })
    fc.assert(
      fc.property(words, words, fc.constantFrom(' ', ''), (x, y, gap) => {
        const texts = [x.join(gap), y.join(gap)] as const
        const { a, b } = commonPieces(...texts, [])
        expect([a, b].map((of) => of.map((p) => p.text).join(''))).toEqual(texts.map((t) => t.normalize('NFC')))
        const other = shinglesOf(texts[1])
        for (const piece of a.filter((p) => p.common)) {
          const runs = [...shinglesOf(piece.text)]
          expect(runs.length).toBeGreaterThan(0)
          expect(runs.some((r) => other.has(r))).toBe(true)
        }
        expect(a.some((p) => p.common)).toBe(b.some((p) => p.common))
        // two pieces of one kind never stand side by side
        for (const of of [a, b]) for (const [i, p] of of.entries()) expect(p.common).not.toBe(of[i - 1]?.common)
      }),
    )
  })
})
