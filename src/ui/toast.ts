/** Short news in a corner of the app; Arco's messages in our words. They never carry the only copy of something important. */
import { Message } from '@arco-design/web-react'
import { problemText } from './ProblemView.tsx'

const duration = 4000

export const toast = {
  ok: (text: string): void => void Message.success({ content: text, duration }),
  info: (text: string): void => void Message.info({ content: text, duration }),
  warn: (text: string): void => void Message.warning({ content: text, duration: duration * 2 }),
  bad: (text: string): void => void Message.error({ content: text, duration: duration * 2 }),
  problem: (problem: unknown): void => toast.bad(problemText(problem)),
}
