import ts from 'typescript'

export interface Source {
  /** From the project's root, with forward slashes. */
  readonly path: string
  readonly text: string
}

/** The house numbers. A ceiling may be lower than these, never higher. */
const LIMITS = {
  fileP90: 240,
  fileMax: 400,
  functionP90: 40,
  functionMax: 80,
  componentMax: 120,
  depth: 4,
  anyPerThousandLines: 0.5,
} as const
export type FigureName = keyof typeof LIMITS
export type Ceilings = Readonly<Record<FigureName, number>>

export interface Figure {
  readonly name: FigureName
  readonly label: string
  readonly value: number
  readonly limit: number
  /** The lower of limit and baseline. */
  readonly ceiling: number
  /** Where the value comes from, largest first. */
  readonly worst: readonly string[]
  readonly advice: string
}

interface Measured {
  readonly at: string
  readonly size: number
}

interface FunctionSize extends Measured {
  readonly isComponent: boolean
  /** An expression body (`x => x + 1`) says nothing about how long functions are. */
  readonly hasBlock: boolean
}

const isTest = (path: string) => /\.test\.tsx?$/.test(path)
const linesOf = (text: string) => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
const parse = ({ path, text }: Source) => ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
const isComponent = (file: ts.SourceFile, name: string) => file.fileName.endsWith('.tsx') && /^[A-Z]/.test(name)

function nameOf(node: ts.FunctionLikeDeclaration): string {
  if (node.name) return node.name.getText()
  let { parent } = node
  while (ts.isCallExpression(parent)) parent = parent.parent // memo(() => …), forwardRef(() => …)
  return ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) ? parent.name.getText() : ''
}

function sizesIn(file: ts.SourceFile): FunctionSize[] {
  const sizes: FunctionSize[] = []
  const line = (position: number) => file.getLineAndCharacterOfPosition(position).line
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const start = line(node.getStart(file))
      const name = nameOf(node)
      sizes.push({
        at: `${file.fileName}:${start + 1} ${name || '(anonymous)'}`,
        size: line(node.end) - start + 1,
        isComponent: isComponent(file, name),
        hasBlock: ts.isBlock(node.body),
      })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return sizes
}

function countAny(file: ts.SourceFile): number {
  let found = 0
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) found += 1
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** Folders between src/ and the file: src/features/reviews/reviews.page.tsx has 2. */
const depthOf = (path: string) => (path.startsWith('src/') ? path.split('/').length - 2 : 0)

/** Nearest rank: the smallest size that at least `share` of all are not above. */
export const percentile = (sizes: readonly number[], share: number): number =>
  sizes.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(sizes.length * share) - 1)] ?? 0

const bySize = (all: readonly Measured[]) => all.toSorted((a, b) => b.size - a.size)
const list = (all: readonly Measured[]) => all.map(({ at, size }) => `${size} ${at}`)

/** Measures sources and compares with the baseline. */
export function measure(sources: readonly Source[], baseline: Ceilings): readonly Figure[] {
  const parsed = sources.map((source) => ({ source, file: parse(source) }))
  const files = sources.map(({ path, text }) => ({ at: path, size: linesOf(text) }))
  const functions = parsed.filter(({ source }) => !isTest(source.path)).flatMap(({ file }) => sizesIn(file))
  const anys = parsed.map(({ source, file }) => ({ at: source.path, size: countAny(file) }))
  const total = (all: readonly Measured[]) => all.reduce((sum, { size }) => sum + size, 0)

  const figure = (name: FigureName, label: string, value: number, advice: string, all: readonly Measured[]): Figure => {
    const ceiling = Math.min(LIMITS[name], baseline[name])
    return { name, label, value, limit: LIMITS[name], ceiling, worst: list(bySize(all)), advice }
  }
  const p90 = (name: FigureName, label: string, advice: string, all: readonly Measured[]) => {
    const value = percentile(
      all.map(({ size }) => size),
      0.9,
    )
    return figure(
      name,
      label,
      value,
      advice,
      all.filter(({ size }) => size >= value),
    )
  }
  const max = (name: FigureName, label: string, advice: string, all: readonly Measured[]) => {
    const ceiling = Math.min(LIMITS[name], baseline[name])
    const value = Math.max(0, ...all.map(({ size }) => size))
    return figure(
      name,
      label,
      value,
      advice,
      all.filter(({ size }) => size > ceiling),
    )
  }
  const splitFile = 'Split by what changes together, one reason to change per file.'
  const splitFunction = 'Name its steps as functions of their own.'
  return [
    p90('fileP90', 'lines per file, p90', splitFile, files),
    max('fileMax', 'longest file', splitFile, files),
    p90(
      'functionP90',
      'lines per function, p90',
      splitFunction,
      functions.filter(({ hasBlock }) => hasBlock),
    ),
    max(
      'functionMax',
      'longest function',
      splitFunction,
      functions.filter(({ isComponent }) => !isComponent),
    ),
    max(
      'componentMax',
      'longest component',
      'Move parts of it into components.',
      functions.filter(({ isComponent }) => isComponent),
    ),
    max(
      'depth',
      'deepest folder under src',
      'Flatten it: a folder is one capability.',
      sources.map(({ path }) => ({ at: path, size: depthOf(path) })),
    ),
    figure(
      'anyPerThousandLines',
      'any per 1,000 lines',
      Math.round((total(anys) / Math.max(1, total(files))) * 1e5) / 100,
      'Write the type, or unknown and a check.',
      anys.filter(({ size }) => size > 0),
    ),
  ]
}

export const tooLarge = (figures: readonly Figure[]): readonly Figure[] =>
  figures.filter(({ value, ceiling }) => value > ceiling)

/** Room above the present value, so that everyday work does not fail: a step of a twentieth of the limit. */
const lowered = ({ value, limit, ceiling }: Figure) => {
  const step = limit / 20
  const roomy = Number.isInteger(limit) && limit > 20 ? Math.ceil(value / step + 1) * step : value
  return Math.min(ceiling, roomy)
}

/** Never higher than before. */
export const ceilingsAfter = (figures: readonly Figure[]): Ceilings =>
  Object.fromEntries(figures.map((figure) => [figure.name, lowered(figure)])) as Ceilings
