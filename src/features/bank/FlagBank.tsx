import { lazy } from 'react'
import { flagChallenge, flagSet } from '../../contract/bank/banks.ts'
import { bankPage } from './bankPage.tsx'

export default bankPage({
  of: flagChallenge,
  sets: flagSet,
  places: { list: 'flags-solve', add: 'flags-solve-add', edit: 'flags-solve-edit', types: 'flags-solve-type' },
  about: 'bank.flag_text',
  files: {
    route: 'GET /flag-challenges/file',
    formats: [{ format: 'ctfcli', ends: 'zip', label: 'bank.file_ctfcli' }],
    note: 'bank.file_note',
  },
  desk: lazy(async () => ({ default: (await import('./import/QuestionImport.tsx')).FlagImport })),
})
