import { paperHandlers } from './paper.ts'
import { questionBank } from './question.ts'
import { setHandlers } from './set.ts'

export const bankHandlers = {
  ...questionBank('theory-question', 'theory'),
  ...questionBank('exercise', 'exercise'),
  ...questionBank('flag-challenge', 'flag'),
  ...setHandlers,
  ...paperHandlers,
}
