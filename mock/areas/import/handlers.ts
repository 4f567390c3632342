import { codeHandlers } from './codes.ts'
import { correctHandlers } from './correct.ts'
import { reachHandlers } from './reach.ts'
import { lookHandlers } from './look.ts'
import { stepHandlers } from './steps.ts'
import { uploadHandlers } from './uploads.ts'

export const importHandlers = {
  ...uploadHandlers,
  ...lookHandlers,
  ...stepHandlers,
  ...correctHandlers,
  ...reachHandlers,
  ...codeHandlers,
}
