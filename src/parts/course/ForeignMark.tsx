import type { TextLanguage } from '../../contract/bank/shown.ts'
import { languageName } from '../question/language.ts'

/** Which language a text is in, where it is another than the page's. */
export const ForeignMark = ({ language }: { language: TextLanguage }) =>
  language === '' ? null : (
    <span className="part-course-foreign" lang={language}>
      {languageName(language)}
    </span>
  )
