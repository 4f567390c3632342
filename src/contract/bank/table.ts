/** The tables of theory questions and of exercises as people fill them in: one column a field, headings in either language, lists one line each. */
import type { Difficulty, QuestionType } from './question.ts'

export const tableColumns = [
  'type',
  'title',
  'stem',
  'options',
  'answer',
  'score',
  'difficulty',
  'set',
  'knowledge',
  'skills',
  'keywords',
  'cve_ids',
  'explanation',
  'hints',
  'feedback',
  'partial',
  'shuffle',
  'language',
  'rubric',
  'writeup',
] as const
export type TableColumn = (typeof tableColumns)[number]

export const exerciseColumns = [
  'title',
  'stem',
  'report',
  'files',
  'ends',
  'topology',
  'score',
  'difficulty',
  'set',
  'reference',
  'rubric',
  'knowledge',
  'skills',
  'keywords',
  'cve_ids',
  'explanation',
  'hints',
  'language',
  'writeup',
] as const
export type ExerciseColumn = (typeof exerciseColumns)[number]

export const chineseHeadings: Readonly<Record<TableColumn | ExerciseColumn, string>> = {
  type: '题型',
  title: '标题',
  stem: '题干',
  options: '选项',
  answer: '答案',
  score: '分值',
  difficulty: '难度',
  set: '题集',
  knowledge: '知识点',
  skills: '技能点',
  keywords: '关键词',
  cve_ids: 'CVE 编号',
  explanation: '解析',
  hints: '提示',
  feedback: '选项反馈',
  partial: '部分得分',
  shuffle: '选项乱序',
  language: '语言',
  rubric: '评分标准',
  writeup: '解题过程',
  report: '书面报告',
  files: '提交文件数',
  ends: '文件后缀',
  topology: '拓扑',
  reference: '参考答案',
}

/** Words people write for a type, beside its name. */
export const typeWords: Readonly<Record<string, QuestionType>> = {
  判断题: 'true-false',
  判断: 'true-false',
  单选题: 'single',
  单选: 'single',
  多选题: 'multiple',
  多选: 'multiple',
  填空题: 'completion',
  填空: 'completion',
  简答题: 'short',
  简答: 'short',
}
export const difficultyWords: Readonly<Record<string, Difficulty>> = {
  初级: 'primary',
  简单: 'primary',
  easy: 'primary',
  中级: 'intermediate',
  中等: 'intermediate',
  medium: 'intermediate',
  高级: 'advanced',
  困难: 'advanced',
  hard: 'advanced',
}
export const yesWords: ReadonlySet<string> = new Set(['true', 'yes', 't', 'y', '1', '对', '正确', '是', '√'])
export const noWords: ReadonlySet<string> = new Set(['false', 'no', 'f', 'n', '0', '错', '错误', '否', '×'])

const plain = (heading: string): string =>
  heading
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')

/** A heading names a column in either language. */
const columnAmong =
  <C extends keyof typeof chineseHeadings>(columns: readonly C[]) =>
  (heading: string): C | undefined =>
    columns.find((c) => c === plain(heading)) ?? columns.find((c) => plain(chineseHeadings[c]) === plain(heading))
export const columnOf = columnAmong(tableColumns)
export const exerciseColumnOf = columnAmong(exerciseColumns)
