import type en from '../en-US/session.ts'

export default {} as const satisfies Record<keyof typeof en, string>
