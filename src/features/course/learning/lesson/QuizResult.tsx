/** A try at a quiz: what it came to, and question by question what is told of it. */
import { verdictOf } from '../../../../contract/practice/practice.ts'
import type { QuizTry } from '../../../../contract/course/learn.schema.ts'
import { t } from '../../../../i18n/index.ts'
import { KeyView } from '../../../../parts/question/KeyView.tsx'
import { QuestionView } from '../../../../parts/question/QuestionView.tsx'
import { DateTime } from '../../../../ui/data/DateTime.tsx'
import { StatusTag } from '../../../../ui/data/StatusTag.tsx'
import { Button } from '../../../../ui/input/Button.tsx'
import { Panel } from '../../../../ui/layout/Panel.tsx'
import { scoreOf } from './QuizSection.tsx'
import type { LessonSection, ShownQuiz } from './section.ts'

interface QuizResultProps {
  of: QuizTry
  section: LessonSection
  content: ShownQuiz
  onAgain: () => void
}
const tones = { right: 'ok', partly: 'warn', wrong: 'bad' } as const

export function QuizResult({ of, section: s, content, onAgain }: QuizResultProps) {
  const answers = new Map(of.answers.map((a) => [a.item, a]))
  const hidden = of.answers.some((a) => a.right === false && a.key === null)
  const again = content.left !== 0
  return (
    <>
      <Panel
        title={t('learn.result', scoreOf(of))}
        description={<DateTime at={of.at} />}
        actions={
          again && (
            <Button tone={s.done_at === null ? 'primary' : 'plain'} icon="undo" onClick={onAgain}>
              {t('learn.try_again')}
            </Button>
          )
        }
      >
        <p role="status">
          {t(s.done_at !== null ? 'learn.result_done' : again ? 'learn.result_again' : 'learn.result_over')}{' '}
          {hidden && again && s.done_at === null && t('learn.keys_later')}
        </p>
      </Panel>
      {content.items.map((item, n) => {
        const a = answers.get(item.id)
        if (!a) return null
        const verdict = verdictOf(a.points === null || item.score === 0 ? share(a.right) : a.points / item.score)
        return (
          <Panel
            key={item.id}
            level={3}
            title={t('learn.question_of', { n: n + 1, all: content.items.length })}
            description={
              a.held
                ? t('learn.answer_held')
                : t('learn.points_of', scoreOf({ ...of, points: a.points, score: item.score }))
            }
            actions={
              verdict && <StatusTag word={verdict} tone={tones[verdict]} label={t(`learn.verdict.${verdict}`)} />
            }
          >
            <QuestionView
              question={item.question}
              answer={a.answer}
              answerKey={a.key}
              disabled
              takesFiles={false}
              onAnswer={() => {}}
            />
            {a.key && (
              <KeyView
                question={item.question}
                answerKey={a.key}
                chosen={a.answer?.type === 'single' || a.answer?.type === 'multiple' ? a.answer.chosen : []}
              />
            )}
          </Panel>
        )
      })}
    </>
  )
}
const share = (right: boolean | null): number | null => (right === null ? null : right ? 1 : 0)
