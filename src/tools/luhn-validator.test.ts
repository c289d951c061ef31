import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { luhnValidator } from './luhn-validator.tool.ts'

const run = (number: string, action = 'validate'): Record<string, unknown> => {
  const outcome = runTool(luhnValidator, { number, action })
  return outcome.ok ? outcome.outputs : { problems: outcome.error.details }
}

// Rosetta Code, Luhn test of credit card numbers; Wikipedia, Luhn algorithm: 17893729974.
test.each([
  ['49927398716', true],
  ['49927398717', false],
  ['1234567812345678', false],
  ['1234567812345670', true],
  ['17893729974', true],
  ['79927398710', false],
  ['0000 0000 0000 0000', true],
  ['00', true],
  ['0', false],
  ['-', false],
  ['4111-1111-1111-111x', false],
  ['١٢٣', false],
])('%s: %s', (number, valid) => {
  expect(run(number)).toMatchObject({ valid })
})

// PayPal and Stripe, test card numbers.
test.each([
  ['378282246310005', 'American Express'],
  ['30569309025904', 'Diners Club'],
  ['6011111111111117', 'Discover'],
  ['3530111333300000', 'JCB'],
  ['5555555555554444', 'Mastercard'],
  ['2223003122003222', 'Mastercard'],
  ['6200000000000005', 'UnionPay'],
  ['4242424242424242', 'Visa'],
])('%s looks like %s', (number, issuer) => {
  expect(run(number)).toMatchObject({ valid: true, issuer })
})

test('each check digit, and only that one, is right', () => {
  for (const payload of ['7992739871', '1', '9', '45', '18', '35693803564380']) {
    const { checkDigit } = run(payload, 'check-digit')
    const right = [...Array(10).keys()].filter((digit) => run(`${payload}${digit}`).valid)
    expect(right).toEqual([checkDigit])
  }
})

test('the reason is said', () => {
  expect(run('79927398710')).toMatchObject({ checkDigit: 3, reason: 'The check digit must be 3.' })
  expect(run('12a', 'check-digit')).toEqual({
    problems: [{ field: 'number', message: 'Number must have only digits, spaces and hyphens' }],
  })
})
