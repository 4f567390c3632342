import type en from '../en-US/library.ts'

export default {} as const satisfies Record<keyof typeof en, string>
