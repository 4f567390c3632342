/** Names that look like another's: what of them the eye does not tell apart (Unicode TR39, the letters people write names with). */

/** Of each pair the second looks like the first. Cyrillic, Greek and Armenian letters, digits and signs. */
const pairs =
  'aаɑα bЬ cсϲ dԁ eеҽ gɡ hһ iіɩι jјϳ kκ lӏІ1Iǀ mм nո oоοօO0ОΟՕ pрρ qԛ rг sѕ uυս vνѵ wԝ xхχ yуγ zᴢ AАΑ BВΒ CСϹ EЕΕ HНΗ JЈ KКΚ MМΜ NΝ PРΡ SЅ TТΤ XХΧ YΥҮ ZΖ'
const shapes = new Map(pairs.split(' ').flatMap(([to = '', ...from]) => from.map((c) => [c, to] as const)))

export const lookAlikes = { from: [...shapes.keys()].join(''), to: [...shapes.values()].join('') } as const

/** One way of writing a name: no compatibility forms, single spaces, one apostrophe and one middle dot. */
export const tidyName = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/\s+/gu, ' ')
    .replace(/[‘’ʼ]/gu, "'")
    .replace(/[•‧∙⋅・]/gu, '·')
    .trim()

/** What the eye sees: two names with the same skeleton look alike. */
export const skeletonOf = (name: string): string =>
  [...tidyName(name)]
    .map((c) => shapes.get(c) ?? c)
    .join('')
    .replace(/[\s_.'·-]/gu, '')

/** Whether the name is written with a letter that looks like another one. */
export const isAmbiguous = (name: string): boolean => [...tidyName(name)].some((c) => shapes.has(c))

/** Letters of Unicode that show nothing. */
export const invisible = /[\u115f\u1160\u3164\uffa0\u2800\p{Cf}\p{Default_Ignorable_Code_Point}]/u

const scripts = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u]
/** Whether one word is made of letters of several alphabets, which no language does. */
export const mixesScripts = (name: string): boolean =>
  name.split(/[\s_.'·-]+/u).some((word) => scripts.filter((s) => s.test(word)).length > 1)
