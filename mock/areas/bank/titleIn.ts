import type { TextLanguage } from '#src/contract/bank/shown.ts'

/** SQL of a question's title in a language, where it has it (`titleOf` in SQL). @param data the column of its document */
export const titleIn = (language: TextLanguage = '', data = 't.data'): string =>
  language === ''
    ? `${data}->>'title'`
    : `coalesce(case when ${data}->>'language' not in ('', '${language}') then nullif(${data}->'translation'->>'title', '') end, ${data}->>'title')`
