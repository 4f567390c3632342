import { tOr } from '../../i18n/index.ts'

/** The word that entries of a resource are counted with: Chinese counts people, questions and exams each with a word of its own. */
export const counterOf = (resource = ''): string => tOr([`kit.counter.${resource}`, 'kit.counter.other'], '')
