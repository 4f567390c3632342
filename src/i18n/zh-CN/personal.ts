import type en from '../en-US/personal.ts'

export default {} as const satisfies Record<keyof typeof en, string>
