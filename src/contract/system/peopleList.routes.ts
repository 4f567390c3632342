/** Reading a workbook with people in it, for whoever may name people there. */
import { z } from 'zod'
import { classKeeping } from '../classroom/screens.ts'
import { routes } from '../lib/route.ts'

/** Of a workbook with a list of people. */
export const peopleListBytes = 1024 * 1024

export const peopleListRoutes = routes({
  'POST /people-lists/read': {
    summary: 'The rows of the first sheet of a workbook as lines; who they name is asked separately',
    screens: [...classKeeping, 'exam-add', 'exam-edit', 'contest-team'],
    stream: 'upload',
    most: peopleListBytes,
    rate: 'upload',
    reply: z.object({ lines: z.array(z.string()) }),
    problems: ['archive_refused', 'too_large'],
    safe: true,
  },
})
