/** What the documents say of files comes from the contract: `npx vitest -u` on this file writes docs/files.md anew. */
import { expect, test } from 'vitest'
import { PackageManifest, importPackageFormat, importPackageVersion } from '#mock/import/formats/package.schema.ts'
import { CoursePackage, coursePackageFormat, coursePackageVersion } from '#mock/import/formats/course/package.schema.ts'
import { importableNames } from '#mock/import/plan/importables.ts'
import { ofKind } from '#mock/import/plan/may.ts'
import { courseLeftOutFile } from '#src/contract/course/course.ts'
import { courseFileUses } from '#src/contract/course/media.ts'
import { sectionKinds } from '#src/contract/course/outline.ts'
import { questionCsv } from '#mock/areas/bank/file/table.ts'
import { theorySamples } from '#mock/areas/bank/file/template.ts'
import { difficulties, partials, theoryTypes } from '#src/contract/bank/question.ts'
import {
  chineseHeadings,
  difficultyWords,
  exerciseColumns,
  noWords,
  tableColumns,
  typeWords,
  yesWords,
} from '#src/contract/bank/table.ts'
import { textPages } from '#src/contract/import/import.ts'
import { otherHeadings, userColumns } from '#src/contract/system/userImport.ts'
import { changeCodes, leftCodes } from '#src/contract/topology/import/report.ts'
import { importFormats } from '#src/contract/topology/topology.ts'
import early from '#src/i18n/en-US/problem.ts'
import refusals from '#src/i18n/en-US/refusal.ts'
import topology from '#src/i18n/en-US/topology.ts'

const code = (words: readonly string[]) => words.map((w) => `\`${w}\``).join(', ')
const rows = (head: readonly string[], all: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...all].map((r) => `| ${r.join(' | ')} |`).join('\n')
const sentence = (key: string) => (topology as Record<string, string>)[key] ?? key
const rule = (name: string) => (({ ...early, ...refusals }) as Record<string, string>)[`rule.${name}`] ?? name
const passwordRules = ['length', 'characters', 'kinds', 'strict', 'common', 'about'] as const

async function theorySample(): Promise<string> {
  let text = ''
  for await (const piece of questionCsv(theorySamples('en-US'))) text += piece
  return text.replace(/^\ufeff/, '')
}

const page = async () => `# Files: headings, layouts, what is kept

Generated from the contract by \`tests/guard/importDocs.test.ts\`, which fails when it differs.

## Table of theory questions

CSV, or the first sheet of an XLSX. The first row names the columns, in either language; \`title\` and \`type\` and what the type needs have to be there.

${rows(
  ['heading', 'in Chinese'],
  tableColumns.map((c) => [`\`${c}\``, chineseHeadings[c]]),
)}

- \`type\`: ${code(theoryTypes)}, or ${code(Object.keys(typeWords))}.
- \`difficulty\`: ${code(difficulties)}, or ${code(Object.keys(difficultyWords))}. \`partial\`: ${code(partials)}.
- A list (\`options\`, \`hints\`, \`feedback\`, \`rubric\`, \`knowledge\`, \`skills\`, \`keywords\`, \`cve_ids\`) has one line of its cell for each entry, or is a JSON list of texts; \`|\` and commas part nothing there. Options may begin with \`A. \`, \`B. \` in order.
- \`answer\` of \`single\` and \`multiple\`: letters of options, \`B\` or \`AC\` or \`A, C\`, never their numbers or words.
- \`answer\` of \`true-false\`: ${code([...yesWords])}; ${code([...noWords])}.
- \`answer\` of \`completion\`: a line for each blank; texts that count as right in it stand apart by \`|\`.
- \`answer\` of \`short\`: a good answer, for who marks.
- \`hints\` and \`rubric\`: \`text | figure\`, the points a hint costs or a line is worth.

The import page and \`range imports template questions\` hand out a table with one question of each type:

\`\`\`csv
${(await theorySample()).replaceAll('\r\n', '\n').trim()}
\`\`\`

## Table of exercises

${rows(
  ['heading', 'in Chinese'],
  exerciseColumns.map((c) => [`\`${c}\``, chineseHeadings[c]]),
)}

The import page and \`range imports template exercises\` hand out a table with an exercise.

## List of users

${rows(
  ['heading', 'in Chinese', 'also read', 'example'],
  userColumns.map((c) => [`\`${c.en}\``, c.zh, otherHeadings[c.field] ?? '', c.example]),
)}

The import page and \`range imports template users\` hand out a list with a person, who is left out where nobody wrote over the row.

## Code pages of texts

UTF-8 is tried first, the others are found out; \`--encoding\` or “Written in” says it: ${code(textPages)}.

## Resource package

A zip with \`manifest.json\` above or beside the files it names; every file is listed with its SHA-256, and nothing else lies there.

- \`manifest.json\`: ${code(Object.keys(PackageManifest.shape))}; \`format\` is \`${importPackageFormat}\`, \`version\` is \`${importPackageVersion}\`.
- each of \`resources\`: ${code(Object.keys(PackageManifest.shape.resources.element.shape))}; the file is a JSON list, or one record a line, with the fields of the contract (a category by name).
- each of \`files\`: ${code(Object.keys(PackageManifest.shape.files.unwrap().element.shape))}.
- resources that can be imported: ${code(importableNames.filter((n) => n === 'theory-set' || n === 'theory-question' || !ofKind('courses', n)))}.

## Course package

A zip with \`course.json\`, which \`range course export\` writes; nothing else has to be listed. Texts show pictures as \`pictures/<name>\`, contents name files by
their path, quizzes questions and labs topologies by their \`ref\`.

- \`course.json\`: ${code(Object.keys(CoursePackage.shape))}; \`format\` is \`${coursePackageFormat}\`, \`version\` is \`${coursePackageVersion}\`.
- \`course\`: ${code(Object.keys(CoursePackage.shape.course.shape))}; a direction by name.
- each of \`chapters\` has its lessons, each lesson its sections, each section its \`content\` by its kind: ${code(sectionKinds)}.
- each of \`files\`: \`path\`, \`name\`, \`use\`, which is one of ${code(courseFileUses)}.
- each of \`questions\`: \`ref\`, \`set\`, \`question\` with the fields of a theory question; each of \`topologies\`: \`ref\`, \`name\`, \`description\`, \`file\`.
- \`left_out\`: what the course has and the package does not. The same lines stand in \`${courseLeftOutFile}\`.

## Foreign topologies

Read: ${code(importFormats)}. Nodes, links, networks, addresses, names, notes and frames are kept.

Kept otherwise than in the file, and reported:

${changeCodes.map((c) => `- ${sentence(`topology.changed.${c}`)}`).join('\n')}

Left out, and reported:

${leftCodes.map((c) => `- ${sentence(`topology.left.${c}`)}`).join('\n')}

## Passwords

The settings of the server say how many characters and kinds (\`range config list\`). The rules:

${passwordRules.map((name) => `- ${rule(`password_${name}`)}`).join('\n')}
`

test('docs/files.md says what the contract says', async () => {
  await expect(await page()).toMatchFileSnapshot('../../docs/files.md')
})
