import type { JSX } from "preact";
import { useId } from "preact/hooks";
import { Button } from "../parts/Button";
import { CaseLink } from "../parts/CaseLink";
import { listed } from "../parts/words";
import type { Option, Shelf } from "../wire";
import { type Draft, inForce, isOffered, isSwitch, lacking, optionGroups, shutOutBy, type Value, valueOf, valueWords, withOption } from "./setup";

/** The optional rules of the chosen scenario in groups, each with its case and what it does; what goes with others comes last. */
export function OptionsPart({ shelf, draft, onChange }: { shelf: Shelf; draft: Draft; onChange(draft: Draft): void }): JSX.Element {
  const counts = inForce(shelf, draft);
  const changed = Object.keys(draft.options).length;
  const elsewhere = shelf.options.filter((option) => !isOffered(draft, option));
  return (
    <>
      {optionGroups(shelf.options.filter((option) => isOffered(draft, option))).map((group) => {
        const here = group.options.filter((option) => option.id in counts).length;
        return (
          <details class="options" key={group.title}>
            <summary>
              <span class="options-title">{group.title}</span>
              <span class="options-count">
                {here ? `${here} of ${group.options.length} changed` : `${group.options.length}, all as usual`}
              </span>
            </summary>
            <ul>
              {group.options.map((option) => (
                <OptionPart key={option.id} shelf={shelf} option={option} draft={draft} onChange={onChange} />
              ))}
            </ul>
          </details>
        );
      })}
      {elsewhere.length ? (
        <details class="options">
          <summary>
            <span class="options-title">For other scenarios</span>
            <span class="options-count">{elsewhere.length}</span>
          </summary>
          <ul>
            {elsewhere.map((option) => (
              <li class="option option-off" key={option.id}>
                <div class="option-text">
                  <div class="option-head">
                    <span>{option.title}</span> <CaseLink case={option.id} />
                  </div>
                  <p class="hint">
                    {option.effect} <span class="option-shut">Goes with {scenarioTitles(shelf, option)}.</span>
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      {changed ? (
        <div class="row options-reset">
          <Button small look="quiet" onClick={() => onChange({ ...draft, options: {} })}>
            Back to the usual rules
          </Button>
        </div>
      ) : null}
    </>
  );
}

function scenarioTitles(shelf: Shelf, option: Option): string {
  return listed(shelf.scenarios.filter((one) => option.scenarios?.includes(one.id)).map((one) => one.title));
}

function OptionPart({
  shelf,
  option,
  draft,
  onChange,
}: {
  shelf: Shelf;
  option: Option;
  draft: Draft;
  onChange(draft: Draft): void;
}): JSX.Element {
  const id = useId();
  const value = valueOf(draft, option);
  const shut = shutOutBy(shelf, draft, option);
  const lack = lacking(shelf, draft, option);
  const off = shut !== null || (lack !== "" && !(option.id in draft.options));
  const set = (next: Value) => onChange(withOption(draft, option, next));
  const effect = (
    <>
      <span id={`${id}-effect`}>{option.effect}</span>
      {shut ? (
        <span class="option-shut">
          {" "}
          Not together with {shut.id} {shut.title}.
        </span>
      ) : lack ? (
        <span class="option-shut"> Needs {lack}.</span>
      ) : null}
    </>
  );
  return (
    <li class={off ? "option option-off" : "option"}>
      {isSwitch(option) ? (
        <input
          id={id}
          type="checkbox"
          checked={value === true}
          disabled={off}
          aria-describedby={`${id}-effect`}
          onChange={(event) => set(event.currentTarget.checked)}
        />
      ) : null}
      <div class="option-text">
        <div class="option-head">
          <label for={id}>{option.title}</label> <CaseLink case={option.id} />
          {option.default === true ? <span class="hint option-usual">usually on</span> : null}
        </div>
        {isSwitch(option) ? null : (
          <select
            id={id}
            value={String(option.values.indexOf(value))}
            disabled={off}
            aria-describedby={`${id}-effect`}
            onChange={(event) => set(option.values[Number(event.currentTarget.value)] ?? option.default)}
          >
            {option.values.map((one, place) => (
              <option key={String(one)} value={String(place)}>
                {valueWords(one)}
                {one === option.default ? " (usual)" : ""}
              </option>
            ))}
          </select>
        )}
        <p class="hint">{effect}</p>
      </div>
    </li>
  );
}
