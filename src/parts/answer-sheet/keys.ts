import type { KeyboardEvent } from 'react'
import { deedOf } from './sheet.logic.ts'

/** Keys of a sheet while a question is answered. @param deeds by their keys; false: that one does nothing now; undefined: the keys are the browser's */
export const onAnswerKey =
  (deeds: Readonly<Record<'mark' | 'previous' | 'next', (() => void) | false>> | undefined) =>
  (e: KeyboardEvent): void => {
    const deed = e.altKey && !e.ctrlKey && !e.metaKey ? deedOf(e.code) : undefined
    if (!deed || !deeds) return
    e.preventDefault()
    const act = deeds[deed]
    if (act) act()
  }
