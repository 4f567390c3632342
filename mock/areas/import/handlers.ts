import { codeHandlers } from './codes.ts'
import { lookHandlers } from './look.ts'
import { stepHandlers } from './steps.ts'
import { uploadHandlers } from './uploads.ts'

export const importHandlers = { ...uploadHandlers, ...lookHandlers, ...stepHandlers, ...codeHandlers }
