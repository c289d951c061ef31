// What a screen reader says of the palette and of a run, in the order of the page.
export const PALETTE_HEARD = [
  '- dialog "Add a step":',
  '- combobox "Add a step" [expanded]: set',
  '- text: After Manual start',
  '- status: 1 choice',
  '- listbox "Add a step":',
  '- group "Found":',
  '- option "Set values Gives an object with the values that you write down or calculate." [selected]',
]
export const RUN_HEARD = [
  '- dialog "Run":',
  '- heading "Run" [level=2]',
  '- button "Close"',
  '- radiogroup "What to run":',
  '- text: What to run',
  '- radio "The draft, as it is now" [checked]',
  '- text: The draft, as it is now',
  '- radio "The draft, simulated"',
  '- text: The draft, simulated',
  '- radio "Version 1, as published"',
  '- text: Version 1, as published',
  '- text: Input (JSON)',
  '- textbox "Input (JSON)"',
  '- paragraph: "What expressions find as trigger. Empty: nothing, or the sample of the manual start."',
  '- button "Cancel"',
  '- button "Run"',
]
