import type en from '../en-US/shell.ts'

export default {} as const satisfies Record<keyof typeof en, string>
