import { lazy } from 'react'
import { flagChallenge } from '../../contract/bank/banks.ts'
import { flagTree } from '../../parts/sorting-tree/trees.ts'
import { bankPage } from './bankPage.tsx'

export default bankPage({
  of: flagChallenge,
  sets: flagTree,
  places: { list: 'flags-solve', add: 'flags-solve-add', edit: 'flags-solve-edit', types: 'flags-solve-type' },
  about: 'bank.flag_text',
  files: {
    route: 'GET /flag-challenges/file',
    formats: [{ format: 'ctfcli', ends: 'zip', label: 'bank.file_ctfcli' }],
    note: 'bank.file_note',
  },
  desk: lazy(async () => ({ default: (await import('./import/QuestionImport.tsx')).FlagImport })),
})
