import { Button, Group, Paper, Stack, Switch, Text, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { Fragment, useCallback, useState } from "react";
import { dataOf } from "../../../packages/docloom/src/client/answers.ts";
import { api, type BodyOf } from "../../api/client.ts";
import { type Delivery, type DeliveryOwner, deliveriesOf, deliveriesQuery, deliveryOf } from "../../api/deliveries.ts";
import { asProblem, fieldErrors } from "../../api/problem.ts";
import { MergeInput } from "../../parts/fields/merge-input.tsx";
import { OwnerFields } from "../../parts/fields/owner-fields.tsx";
import { showFirstError } from "../../parts/form/first-error.ts";
import { FormFailure } from "../../parts/form-failure.tsx";
import { LeaveGuard } from "../../parts/leave-guard.tsx";
import { notifyDone } from "../../parts/notify.ts";
import { RouteSelect } from "../../parts/search-select.tsx";
import { Select } from "../../parts/select.tsx";
import { SigningSecret } from "../../parts/signing-secret.tsx";
import { useRevision } from "../../parts/use-revision.ts";
import { useSingleMutation } from "../../parts/use-single-mutation.ts";
import { ConnectAccount } from "./connect-account.tsx";
import classes from "./deliveries.module.css";
import { type DeliveryKind, type DeliverySetting, isSecret } from "./delivery-kinds.ts";
import { DocumentsInput } from "./documents-input.tsx";
import { KeptHere } from "./kept-here.tsx";
import { MailPreview } from "./mail-preview.tsx";
import { MessageInput } from "./message-input.tsx";
import { SendTest } from "./send-test.tsx";
import { askedSettings, missingSettings, settingErrors } from "./setting-errors.ts";
import { headerLines, settingValues } from "./setting-values.ts";

type Values = Record<string, string | boolean>;

interface DeliveryFormProps {
  owner: DeliveryOwner;
  kind: DeliveryKind;
  /** The one to be changed; without it, a new one. */
  delivery: Delivery | undefined;
  onSaved: (id: string) => void;
  /** Fills the form with what is saved by now. */
  onRefill: () => void;
}

/** One form for each kind of delivery, made from the description of its settings. */
export function DeliveryForm({ owner, kind, delivery, onSaved, onRefill }: DeliveryFormProps) {
  const queries = useQueryClient();
  const [saved, setSaved] = useState<Values>(() => valuesOf(kind, delivery));
  const form = useForm<Values>({
    initialValues: saved,
    validate: (values) => missingSettings(kind, values, delivery !== undefined),
  });
  const asked = askedSettings(kind, form.values);
  const revision = useRevision(delivery?.etag ?? "", valuesOf(kind, delivery));

  const save = useSingleMutation({
    async mutationFn(values: Values) {
      const body = { name: values.name, settings: settingValues(kind, values, delivery !== undefined) };
      if (delivery) {
        const [path, at] = deliveryOf(owner, delivery.id);
        const params = { ...at.params, header: revision.header() };
        revision.saved((await api.PUT(path, { params, body: body as BodyOf<typeof path, "put"> })).response);

        return { values, id: delivery.id };
      }
      const [path, at] = deliveriesOf(owner);
      const added = { ...body, type: kind.type } as BodyOf<typeof path>;
      // Data routes return the new delivery in a list, as the interface defines it.
      const [created] = [await dataOf(api.POST(path, { ...at, body: added }))].flat();

      return { values, id: created?.id ?? "" };
    },
    async onSuccess({ values: sent, id }) {
      // It is the delivery's by now, and good for an hour only.
      const values = Object.fromEntries(
        Object.entries(sent).map(([name, value]) => [name, isGiven(value) ? "" : value]),
      );
      setSaved(values);
      form.setInitialValues(values);
      form.reset();
      notifyDone("The delivery is saved.");
      await queries.invalidateQueries({ queryKey: deliveriesQuery(owner).queryKey });
      onSaved(id);
    },
    onError(error) {
      const errors = settingErrors(kind, fieldErrors(asProblem(error)));
      // What a page has given is not shown; its box is, to say what is wrong with it.
      if (errors.refresh_token !== undefined && isGiven(form.values.refresh_token))
        form.setFieldValue("refresh_token", "");
      form.setErrors(errors);
      showFirstError();
    },
  });

  const { setFieldValue } = form;
  const takeGiven = useCallback((given: string) => setFieldValue("refresh_token", given), [setFieldValue]);

  return (
    <div className={classes.form}>
      <LeaveGuard active={form.isDirty() && !save.isPending} />
      <form onSubmit={form.onSubmit((values) => save.mutate(values), showFirstError)} noValidate>
        <Paper withBorder p="lg">
          <Title order={2} mb={2}>
            {delivery ? delivery.name || kind.label : `New: ${kind.label}`}
          </Title>
          <Text size="sm" className="quiet" mb="md">
            {kind.text}
          </Text>
          <Stack gap="sm">
            {kind.type === "email" && <KeptHere />}
            <FormFailure
              form={form}
              save={save}
              title="The delivery was not saved"
              conflict={{
                onOverwrite() {
                  revision.overwrite();
                  save.mutate(form.values);
                },
                onDiscard: onRefill,
              }}
            />
            <TextInput
              label="Name"
              description="Shown in lists."
              placeholder={kind.label}
              {...form.getInputProps("name")}
            />
            <OwnerFields owner={owner}>
              {asked.map((setting) => (
                <Fragment key={setting.name}>
                  {setting.input === "consent" && kind.consent && (
                    <ConnectAccount
                      consent={kind.consent}
                      owner={owner}
                      delivery={delivery}
                      clientId={String(form.values[kind.consent.id.name] ?? "").trim()}
                      clientSecret={String(form.values[kind.consent.secret.name] ?? "").trim()}
                      isGiven={isGiven(form.values[setting.name])}
                      onGiven={takeGiven}
                      onMissing={form.setErrors}
                    />
                  )}
                  {!isGiven(form.values[setting.name]) && (
                    <SettingInput
                      setting={setting}
                      props={form.getInputProps(setting.name, setting.input === "flag" ? { type: "checkbox" } : {})}
                      kept={storedSecret(setting, delivery)}
                    />
                  )}
                </Fragment>
              ))}
            </OwnerFields>
          </Stack>
          <Group justify="flex-end" mt="lg" gap="xs">
            {form.isDirty() && delivery && (
              <Button variant="default" onClick={() => form.reset()}>
                Discard
              </Button>
            )}
            <Button type="submit" loading={save.isPending} disabled={delivery !== undefined && !form.isDirty()}>
              {delivery ? "Save" : "Add delivery"}
            </Button>
          </Group>
        </Paper>
      </form>
      <Stack>
        {delivery ? (
          <>
            <SendTest owner={owner} delivery={delivery} canRedirect={kind.type === "email"} isDirty={form.isDirty()} />
            {kind.type === "webhook" && (
              <SigningSecret
                send={(body) => {
                  const [path, at] = deliveryOf(owner, delivery.id);

                  return dataOf(api.POST(`${path}/secret`, { ...at, body }));
                }}
                changes={deliveriesQuery(owner).queryKey}
              />
            )}
          </>
        ) : (
          <Text size="sm" className="quiet">
            After saving, you can send a test and see the response.
          </Text>
        )}
        {/* Below all that is clicked: it comes late, and moved the button from under the pointer. */}
        {kind.type === "email" && <MailPreview owner={owner} settings={shownSettings(kind, form.values, delivery)} />}
      </Stack>
    </div>
  );
}

/** Whether a platform's page has given it: it says nothing to people. */
const isGiven = (value: string | boolean | undefined): boolean =>
  typeof value === "string" && value.startsWith("consent:");

type InputProps = ReturnType<ReturnType<typeof useForm<Values>>["getInputProps"]>;

interface SettingInputProps {
  setting: DeliverySetting;
  props: InputProps;
  kept: StoredSecret;
}

function SettingInput({ setting, props, kept }: SettingInputProps) {
  const { label, help, example, input, choices = [], required = false, offersFields = false } = setting;
  const common = { label, description: help, withAsterisk: required, ...props };
  if (input === "flag") return <Switch label={label} description={help} {...props} />;
  if (input === "choice") return <Select {...common} data={[...choices]} allowDeselect={false} />;
  if (input === "route") return <RouteSelect {...common} />;
  if (input === "documents") return <DocumentsInput {...props} label={label} description={help} />;
  if (input === "headers") return <MergeInput {...common} placeholder={example} lines="several" minRows={2} />;
  if (input === "letter") return <MessageInput {...props} label={label} help={help} />;
  if (isSecret(setting)) {
    const Box = offersFields ? MergeInput : TextInput;
    return (
      <Box
        {...common}
        autoComplete="off"
        spellCheck={false}
        description={KEPT[kept] ? `${help ? `${help} ` : ""}${KEPT[kept]}` : help}
        placeholder={kept === "yes" ? "••••••••" : example}
      />
    );
  }

  return <MergeInput {...common} placeholder={example} />;
}

/** What the mail is drawn with: a password that is kept and not shown is there. */
function shownSettings(kind: DeliveryKind, values: Values, delivery: Delivery | undefined): Record<string, unknown> {
  const settings = settingValues(kind, values, delivery !== undefined);

  return delivery?.settings.password && !settings.password ? { ...settings, password: "kept" } : settings;
}

/** Whether the service already has a secret, which it never shows: known if it cannot do without one. */
type StoredSecret = "yes" | "no" | "perhaps";

const KEPT: Readonly<Record<StoredSecret, string>> = {
  yes: "A value is saved but not shown. Leave empty to keep it.",
  perhaps: "A saved value is not shown. Leave empty to keep it.",
  no: "",
};

function storedSecret({ required, when }: DeliverySetting, delivery: Delivery | undefined): StoredSecret {
  if (!delivery || (when && !when.values.includes(String(delivery.settings[when.name] ?? "")))) return "no";

  return required ? "yes" : "perhaps";
}

function valuesOf(kind: DeliveryKind, delivery: Delivery | undefined): Values {
  const settings = delivery?.settings ?? {};
  const entries = kind.settings.map(({ name, input, otherwise = false, choices }): [string, string | boolean] => {
    const value = settings[name];
    if (input === "flag")
      return [name, value === undefined || value === null ? otherwise : value === 1 || value === true];
    if (input === "headers") return [name, headerLines(value)];
    if (input === "choice") return [name, String(value ?? choices?.[0]?.value ?? "")];

    // A secret that is kept comes back as a placeholder, not as itself.
    return [name, isSecret({ input }) ? "" : String(value ?? "")];
  });

  return { name: delivery?.name ?? "", ...Object.fromEntries(entries) };
}
