/** Every file of the two collections of questions and challenges, when they lie beside the project. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Found, findIn } from '#tests/support/found.ts'
import { importLimits } from '../../zip/limits.ts'
import { openZip } from '../../zip/open.ts'
import { formatsOfExercises } from '../registry.ts'
import { bytesSource, fileSource, zipSources } from '../source.ts'

const data = path.resolve(import.meta.dirname, '../../../../../shared/data')
const absent = existsSync(path.join(data, 'ctf')) ? '' : ' (skipped: ../shared/data is not there)'

async function all(root: string): Promise<Found> {
  const files = (readdirSync(root, { recursive: true }) as string[])
    .filter((f) => statSync(path.join(root, f)).isFile())
    .sort()
  return findIn(await Promise.all(files.map((f) => fileSource(path.join(root, f), f))))
}
/** Files, rows and refused rows of each format. */
function figures({ formats, rows, bad, files }: Found): Record<string, number[]> {
  const out: Record<string, number[]> = {}
  for (const [file, format] of Object.entries(formats)) {
    const n = (out[format ?? 'none'] ??= [0, 0, 0, 0])
    const here = (x: { place: { file: string } }) => x.place.file === file
    for (const [i, add] of [1, rows.filter(here).length, bad.filter(here).length, files.filter(here).length].entries())
      n[i] = (n[i] ?? 0) + add
  }
  return out
}
/** How many rows were refused for each reason. */
const why = ({ bad }: Found): Record<string, number> => {
  const out: Record<string, number> = {}
  for (const { reasons } of bad) for (const { rule } of reasons) out[rule] = (out[rule] ?? 0) + 1
  return out
}

describe(`theory banks${absent}`, () => {
  const root = path.join(data, 'theory_banks')
  let found: Found
  beforeAll(async () => {
    if (!absent) found = await all(root)
  })

  it.skipIf(absent)('are read whole: files, questions, refused questions and refused files of each format', () => {
    const { none, ...known } = figures(found)
    expect(known).toEqual({
      gift: [26, 92, 10, 0],
      aiken: [1, 2, 0, 0],
      'moodle-xml': [6, 7, 0, 0],
      markdown: [2, 350, 0, 0],
      qti: [78, 60, 31, 9],
    })
    // licences, lists of files, and what lies with questions
    const beside = (code: string) => found.files.filter((f) => f.problem.code === code).length
    expect([beside('left_aside'), beside('format_unknown')]).toEqual([3, 1])
    expect(none?.[1]).toBe(0)
  })

  it.skipIf(absent)('say of each question that stays out why, and where it stands', () => {
    expect(why(found)).toEqual({
      any_of_several: 1,
      no_question: 8,
      question_type: 27,
      question_elsewhere: 1,
      blank_choices: 1,
      upload_question: 2,
      no_right_answer: 1,
    })
    expect(found.bad.every((b) => b.place.line !== undefined)).toBe(true)
  })

  it.skipIf(absent)(
    'name line and column of the files upstream left broken, and refuse declarations of entities',
    () => {
      const broken = found.files.filter((f) => !['format_unknown', 'left_aside'].includes(f.problem.code))
      expect(broken.map((f) => [path.basename(f.place.file), f.problem.code, f.place.line])).toEqual([
        ['choice_vary_points_by_answer.xml', 'xml_syntax', 1],
        ['choice_vary_points_by_answer_zero_points.xml', 'xml_syntax', 1],
        ['fib.xml', 'xml_syntax', 45],
        ['fib_str.xml', 'xml_syntax', 45],
        ['item_no_title.xml', 'xml_syntax', 45],
        ['ordering.row.xml', 'xml_doctype', expect.any(Number)],
        ['ordering.xml', 'xml_doctype', expect.any(Number)],
        ['ordering_with_labels.xml', 'xml_doctype', expect.any(Number)],
        ['imsmanifest.xml', 'qti_none', 2],
      ])
    },
  )

  it.skipIf(absent)('keep their pictures: 12 in base64, those of packages, and the one beside a quiz', () => {
    const of = (part: string) =>
      found.rows.filter((r) => r.place.file.includes(part)).flatMap((r) => r.pictures?.map((p) => p.id) ?? [])
    expect(of('moodle-2.9')).toHaveLength(12)
    expect(of('imsqti_2.2_package')).toHaveLength(1)
    expect(of('Item_VE_IP_05').length).toBeGreaterThan(0)
    expect(of('cybersecurity-quiz.md')).toHaveLength(1)
  })

  it.skipIf(absent)('have as many right answers in Markdown as ticks in the file', () => {
    for (const file of ['cybersecurity-quiz.md', 'cybersecurity-quiz-ch.md']) {
      const rows = found.rows.filter((r) => r.place.file.endsWith(file))
      const right = rows.flatMap((r) => r.data['options'] as { correct: boolean }[]).filter((o) => o.correct)
      const text = readFileSync(path.join(root, 'linkedin-quizzes/cybersecurity', file), 'utf8')
      expect(right).toHaveLength([...text.matchAll(/^- \[x\]/gm)].length)
    }
  })

  it.skipIf(absent)('are exercises where files are handed in', async () => {
    const of = async (name: string, text: string) => {
      const { rows, bad } = await findIn([bytesSource(name, text)], formatsOfExercises)
      expect(bad).toEqual([])
      return rows.map(({ data }) => [data['upload'], data['report']])
    }
    const file = (name: string) => readFileSync(path.join(root, 'instructure-qti/items_1.2', name), 'utf8')
    expect(await of('a.xml', file('upload.xml'))).toEqual([[{ wanted: true, files: 1, ends: [] }, false]])
    expect(await of('a.xml', file('upload_with_custom_settings.xml'))).toEqual([
      [{ wanted: true, files: 2, ends: ['png', 'jpeg'] }, false],
    ])
    const item = `<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="a" title="Capture"><itemBody>
      <p>Hand in the capture and say what it shows.</p><extendedTextInteraction responseIdentifier="T"/>
      <uploadInteraction responseIdentifier="F" type="application/pdf image/jpeg"/></itemBody></assessmentItem>`
    expect(await of('b.xml', item)).toEqual([[{ wanted: true, files: 1, ends: ['pdf', 'jpg', 'jpeg'] }, true]])
  })

  it.skipIf(absent)('come out of their zips', async () => {
    for (const [zip, questions] of [
      ['test_qti_1.2.zip', 3],
      ['test_qti_2.1.zip', 5],
    ] as const) {
      const archive = await openZip(path.join(root, 'instructure-qti', zip), importLimits)
      const inside = await findIn(zipSources(archive))
      archive.close()
      expect([inside.rows.length, inside.bad.length, inside.files.length], zip).toEqual([questions, 0, 0])
    }
  })
})

describe(`challenges of contests${absent}`, () => {
  let found: Found
  beforeAll(async () => {
    if (!absent) found = await all(path.join(data, 'ctf'))
  })

  it.skipIf(absent)('are read whole: files, challenges, refused challenges and refused files of each format', () => {
    const { none: _, ...known } = figures(found)
    expect(known).toEqual({
      ctfcli: [71, 61, 7, 3],
      rcds: [99, 66, 33, 0],
      gzctf: [65, 65, 0, 0],
      cmgr: [4, 4, 0, 0],
      'juice-shop': [1, 113, 0, 0],
      ctfd: [1, 0, 0, 1],
    })
    expect(why(found)).toEqual({ flag_file_missing: 33, flag_missing: 5, flags_mixed: 2 })
  })

  it.skipIf(absent)('fold the spellings of their subjects', () => {
    const sets = new Set(found.rows.map((r) => String(r.data['set'])))
    expect([...sets].filter((s) => /pwn|forensic|rev|crypto/i.test(s)).sort()).toEqual([
      'Cryptographic Issues',
      'Cryptography',
      'Forensics',
      'Pwn',
      'Reverse engineering',
    ])
  })

  it.skipIf(absent)('say which files are missing, as the index of the data has it', () => {
    const index = JSON.parse(readFileSync(path.join(data, 'ctf/_parse_index.json'), 'utf8')) as {
      repo: string
      path: string
      files_declared?: number
      files_staged?: number
    }[]
    const of = (rule: string, file: string) =>
      found.rows.find((r) => r.place.file.endsWith(file))?.notes?.filter((n) => n.rule === rule).length
    const some = index.filter((i) => i.repo === 'TCP1P/TCP1P-CTF-2023-Challenges' && (i.files_declared ?? 0) > 0)
    expect(some.length).toBeGreaterThan(20)
    for (const i of some) {
      const file = `TCP1P-CTF-2023-Challenges/${i.path}`
      expect(of('note_file_missing', file), i.path).toBe((i.files_declared ?? 0) - (i.files_staged ?? 0))
      const row = found.rows.find((r) => r.place.file.endsWith(file))
      expect(row?.files?.length ?? 0, i.path).toBe(i.files_staged)
    }
  })
})
