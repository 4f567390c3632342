import type en from '../en-US/kit.ts'

export default {} as const satisfies Record<keyof typeof en, string>
