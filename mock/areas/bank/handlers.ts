import { attachmentHandlers } from './attachment/handlers.ts'
import { questionFileHandlers } from './file/handlers.ts'
import { flagHandlers } from './flag/handlers.ts'
import { composeHandlers } from './paper/compose.ts'
import { paperHandlers } from './paper/paper.ts'
import { questionBank } from './question.ts'
import { setHandlers } from './set.ts'
import type { Papers } from '../exam/sheet.ts'

export const bankHandlers = (papers: Papers) => ({
  ...questionFileHandlers,
  ...attachmentHandlers(papers),
  ...questionBank<'theory-question', '/theory-questions'>('theory-question', 'theory'),
  ...questionBank<'exercise', '/exercises'>('exercise', 'exercise'),
  ...questionBank<'flag-challenge', '/flag-challenges'>('flag-challenge', 'flag'),
  ...flagHandlers,
  ...setHandlers,
  ...paperHandlers,
  ...composeHandlers,
})
