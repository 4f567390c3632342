/** How a thing stands, as a colour's meaning. */
export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'idle' | 'accent'

const tones = ['ok', 'warn', 'bad', 'info', 'idle'] as const satisfies Tone[]
const words: Record<(typeof tones)[number], string> = {
  ok: 'normal saved success succeeded passed online enabled running ongoing solved answered scored submitted_correctly submitted_right free active valid injected published visible on applied imported complete completed',
  warn: 'paused pause hang to_audit to_edit to_be_scored pending expiring expired in_use used warning reference marked to_review scheduled suspended submitted submitted_partly',
  bad: 'error abnormal failed failure rejected submitted_wrongly submitted_wrong invalid critical locked crashed revoked',
  info: 'planned unstarted not_started init initialize initiate creating in_queue queued start starting restarting saving uploading injecting executing_event importing deleting stopping snapshot current running_checks booting',
  idle: 'finished ended stop stopped deleted disabled offline unsolved unanswered not_submitted not_running closed cancelled undone draft withdrawn hidden off absent',
}
const byWord = new Map<string, Tone>(tones.flatMap((tone) => words[tone].split(' ').map((w) => [w, tone] as const)))

/** Tone of a status word, however it is joined; a word nobody knows is idle. */
export const toneOf = (word: string): Tone => byWord.get(word.toLowerCase().replace(/[\s-]+/g, '_')) ?? 'idle'
