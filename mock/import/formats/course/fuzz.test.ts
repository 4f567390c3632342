/**
 * Files of courses, broken in every way that chance finds: each gives rows that hold, or a sentence, and soon. `FUZZ=10000` tries as many as the
 * release does; a run of the suite takes a sample.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { folderFiles, realData } from '#tests/contract/support/import.ts'
import { strictBody } from '../../strictBody.ts'
import { ImportedLesson } from '../../plan/importable/lesson.ts'
import { importable } from '../../plan/importables.ts'
import { fileCodes } from '../found.ts'
import { readFound } from '../registry.ts'
import { bytesSource } from '../source.ts'
import { courseImportFormats, detectCourses } from './detect.ts'

const runs = Number(process.env['FUZZ'] ?? 300)
const slow = 2000

type Files = Record<string, Uint8Array>
const text = (files: Record<string, string>): Files =>
  Object.fromEntries(Object.entries(files).map(([n, t]) => [n, Buffer.from(t)]))
const ours = {
  format: 'range-course',
  version: 1,
  created: '2026-01-01T00:00:00Z',
  course: { id: 'c', name: 'A course', direction: 'D', language: '', translation: null },
  chapters: [
    {
      id: 'c1',
      title: 'One',
      title_other: '',
      lessons: [
        {
          id: 'l1',
          title: 'First',
          files: [{ file: 'files/a/b.txt', name: 'b.txt', size: 1 }],
          sections: [
            {
              id: 's1',
              title: 'Text',
              kind: 'text',
              rule: 'read',
              content: { kind: 'text', body: 'x ![](pictures/a.png)' },
            },
            {
              id: 's2',
              title: 'Quiz',
              kind: 'quiz',
              rule: 'answered',
              content: { kind: 'quiz', items: [{ id: 'i', question_id: 'q', question_version: 1, score: 1 }] },
            },
          ],
        },
      ],
    },
  ],
  files: [{ path: 'files/a/b.txt', name: 'b.txt', use: 'file' }],
  questions: [{ ref: 'q', set: 'S', question: { title: 'Port of SSH', type: 'true-false', truth: true } }],
  topologies: [{ ref: 't', name: 'T', description: '', file: 'topologies/1.json' }],
  left_out: [],
}
const made: Record<string, Files> = {
  ours: text({ 'course.json': JSON.stringify(ours), 'files/a/b.txt': 'x', 'topologies/1.json': '{}' }),
  markdown: text({
    'README.md': '# A course\n\nAbout it.\n\n| **1.1** | Basics | x |',
    '1.1 One.md': '# One\n\n![a](images/a.png)\n\n```sh\nx\n```',
    'translations/zh/1.1 One.md': '# 一\n\n文本',
  }),
  olx: text({
    'course/course.xml': '<course url_name="r" org="o" course="c"/>',
    'course/course/r.xml': '<course display_name="C" language="en"><chapter url_name="a"/></course>',
    'course/chapter/a.xml': '<chapter display_name="A"><sequential url_name="s"/></chapter>',
    'course/sequential/s.xml':
      '<sequential display_name="S"><vertical><html url_name="h"/><problem url_name="p"/><video youtube_id_1_0="abcdefgh"/><poll/></vertical></sequential>',
    'course/html/h.xml': '<html filename="h"/>',
    'course/html/h.html': '<p>Hello <b>you</b> <img src="/static/a.png"></p>',
    'course/problem/p.xml':
      '<problem display_name="P"><multiplechoiceresponse><label>Which?</label><choicegroup><choice correct="true">A</choice><choice correct="false">B</choice></choicegroup></multiplechoiceresponse></problem>',
  }),
  cartridge: text({
    'imsmanifest.xml':
      '<manifest identifier="m" xmlns="http://www.imsglobal.org/xsd/imsccv1p3/imscp_v1p1"><organizations><organization><item><item identifier="a"><title>A</title><item identifier="b" identifierref="r"><title>B</title></item><item identifier="c" identifierref="q"><title>C</title></item></item></item></organization></organizations><resources><resource identifier="r" type="webcontent" href="a.html"><file href="a.html"/></resource><resource identifier="q" type="imswl_xmlv1p3"><file href="w.xml"/></resource></resources></manifest>',
    'a.html': '<html><body><p>Hello</p></body></html>',
    'w.xml': '<webLink><title>W</title><url href="https://example.org/"/></webLink>',
  }),
  moodle: text({
    'moodle_backup.xml':
      '<moodle_backup><information><original_course_fullname>Full name</original_course_fullname><contents><activities><activity><moduleid>1</moduleid><sectionid>2</sectionid><modulename>page</modulename><title>P</title><directory>activities/page_1</directory></activity></activities><sections><section><sectionid>2</sectionid><title>S</title><directory>sections/section_2</directory></section></sections></contents></information></moodle_backup>',
    'activities/page_1/page.xml':
      '<activity contextid="9"><page><name>P</name><content>&lt;p&gt;Hello&lt;/p&gt;</content></page></activity>',
    'sections/section_2/section.xml': '<section><name>Week</name><summary>About</summary></section>',
  }),
  scorm: text({
    'imsmanifest.xml':
      '<manifest identifier="s" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3"><organizations><organization><title>T</title><item identifier="a"><title>A</title><sequencing><controlMode flow="true"/></sequencing></item></organization></organizations><resources/></manifest>',
  }),
  cmi5: text({
    'cmi5.xml':
      '<courseStructure xmlns="https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd"><course id="x"><title><langstring>T</langstring></title></course><au id="a" moveOn="Passed"><title><langstring>A</langstring></title></au></courseStructure>',
  }),
  list: text({ 'courses.csv': 'shortname,fullname,summary,category\nC1,Course 1,About,Networks\n' }),
}
const all = realData('courses')
if (all) {
  made['real cartridge'] = folderFiles(
    `${all}/cc2olx/imscc_files/main`,
    (n) => !/\.(?:png|jpe?g|pdf)$/.test(n),
  ) as Files
  made['real manifest'] = folderFiles(`${all}/scorm/adl-2004-4ed-manifests/LMSTestPackage_CM-04a`) as Files
}

/** Something else in the place of some bytes: what writers and attackers put there. */
const pieces = [
  '<',
  '>',
  '&',
  '"',
  "'",
  '\0',
  '\ufeff',
  ']]>',
  '<!DOCTYPE x [<!ENTITY a "b">]>',
  '<!--',
  '../',
  '../../etc/passwd',
  '{{',
  '{"a":',
  '[',
  'ref:none',
  '@0',
  '%24',
  '\u202e',
  '😀',
  '9'.repeat(40),
  '-1',
  '\n---\n',
  '```',
  '<item>'.repeat(200),
  '{"a":'.repeat(200),
  '<p>'.repeat(3000),
  '![a]('.repeat(500),
  '[['.repeat(2000),
  'x'.repeat(30_000),
]
const change = fc.record({
  file: fc.nat(),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  take: fc.integer({ min: 0, max: 200 }),
  put: fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 20 }), fc.constant('')),
  what: fc.constantFrom('replace', 'cut', 'swap', 'drop', 'flip'),
})
function mutated(
  files: Files,
  changes: readonly { file: number; at: number; take: number; put: string; what: string }[],
): Files {
  const out: Files = { ...files }
  for (const { file, at, take, put, what } of changes) {
    const names = Object.keys(out)
    const name = names[file % names.length]
    if (name === undefined) continue
    const bytes = Buffer.from(out[name] ?? [])
    const from = Math.floor(at * bytes.length)
    if (what === 'drop' && names.length > 1) delete out[name]
    else if (what === 'cut') out[name] = bytes.subarray(0, from)
    else if (what === 'swap') out[name] = Buffer.from(Object.values(files)[take % Object.keys(files).length] ?? [])
    else if (what === 'flip') {
      const flipped = Buffer.from(bytes)
      if (flipped.length) flipped[Math.min(from, flipped.length - 1)] = take
      out[name] = flipped
    } else out[name] = Buffer.concat([bytes.subarray(0, from), Buffer.from(put), bytes.subarray(from + take)])
  }
  return out
}

const codes = new Set<string>(fileCodes)
const lessonRules = strictBody(ImportedLesson)
async function judged(files: Files): Promise<void> {
  const sources = Object.entries(files).map(([n, b]) => bytesSource(n, b))
  for (const d of await detectCourses(sources))
    for await (const row of readFound(d, sources, courseImportFormats)) {
      if ('unread' in row) continue
      if ('problem' in row) {
        if (row.whole) expect(codes.has(row.problem.code) || row.problem.code.startsWith('zip_')).toBe(true)
        else expect(row.reasons.length).toBeGreaterThan(0)
        continue
      }
      const by = importable(row.resource)
      expect(by).toBeDefined()
      // a right row, or one whose plan says what is wrong with it: our own package may say anything
      if (row.resource === 'course-lesson' && d.format?.id !== 'course-package') {
        const { course: _c, follows: _f, given: _g, ...data } = row.data
        const parsed = lessonRules.safeParse({ ...data, course_id: 'c' })
        expect(parsed.success ? [] : parsed.error.issues.map((i) => [i.path.join('.'), i.message])).toEqual([])
      }
    }
}

describe.each(Object.entries(made))('%s, broken by chance', (_, files) => {
  it('comes to a sentence or to rows that hold, within two seconds', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
        const began = performance.now()
        await judged(mutated(files, changes))
        expect(performance.now() - began).toBeLessThan(slow)
      }),
      { numRuns: Math.ceil(runs / Object.keys(made).length) },
    )
  })
})
