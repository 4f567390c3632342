import { useState } from 'react'
import type { Locale } from '../../contract/host.ts'
import { useSettings } from '../../kit/session/use.ts'

/** The language a question is read in: the page's own until another is chosen for it, and again once the page is read in another. */
export function useTextLanguage(): [language: Locale, choose: (language: Locale) => void] {
  const { language: spoken } = useSettings()
  const [chosen, setChosen] = useState<{ beside: Locale; language: Locale }>()
  return [chosen?.beside === spoken ? chosen.language : spoken, (language) => setChosen({ beside: spoken, language })]
}
