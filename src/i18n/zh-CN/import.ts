import type en from '../en-US/import.ts'

export default {} as const satisfies Record<keyof typeof en, string>
