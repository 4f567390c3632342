import type en from '../en-US/dashboard.ts'

export default {} as const satisfies Record<keyof typeof en, string>
