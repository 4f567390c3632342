/** Tables that people fill in and import: where one with samples comes from, and its headings. */
import { chineseHeadings, exerciseColumns, tableColumns } from '../bank/table.ts'
import { userColumns } from '../system/userImport.ts'
import type { ImportKind } from './import.ts'
import { keysOf } from '../lib/typed.ts'

type TableLanguage = 'en-US' | 'zh-CN'

const ofBank =
  (columns: readonly (keyof typeof chineseHeadings)[]) =>
  (language: TableLanguage): readonly string[] =>
    language === 'zh-CN' ? columns.map((c) => chineseHeadings[c]) : columns

export const importTables = {
  users: {
    route: 'GET /users/template',
    headings: (language: TableLanguage): readonly string[] =>
      userColumns.map((c) => (language === 'zh-CN' ? c.zh : c.en)),
  },
  questions: { route: 'GET /theory-questions/template', headings: ofBank(tableColumns) },
  exercises: { route: 'GET /exercises/template', headings: ofBank(exerciseColumns) },
} as const satisfies Partial<Record<ImportKind, object>>
export type TableKind = keyof typeof importTables
export const tableKinds: readonly TableKind[] = keysOf(importTables)
