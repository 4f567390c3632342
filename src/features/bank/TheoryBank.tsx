import { lazy } from 'react'
import { theoryQuestion } from '../../contract/bank/banks.ts'
import { theoryTree } from '../../parts/sorting-tree/trees.ts'
import { bankPage } from './bankPage.tsx'

export default bankPage({
  of: theoryQuestion,
  sets: theoryTree,
  places: { list: 'theory-bank', add: 'theory-add', edit: 'theory-edit', types: 'theory-type' },
  about: 'bank.theory_text',
  files: {
    route: 'GET /theory-questions/file',
    formats: [
      { format: 'moodle-xml', ends: 'xml', label: 'theory-question.origin.moodle-xml' },
      { format: 'gift', ends: 'gift', label: 'theory-question.origin.gift' },
      { format: 'table', ends: 'csv', label: 'bank.file_table' },
    ],
    note: 'bank.file_note',
  },
  desk: lazy(async () => ({ default: (await import('./import/QuestionImport.tsx')).TheoryImport })),
})
