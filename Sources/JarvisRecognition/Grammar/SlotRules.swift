// SPDX-License-Identifier: GPL-3.0-or-later
// The JSGF rules for typed slots. Every reference to a rule copies its network, so the rules are small and cover only
// what people usually say.

enum SlotRules {
    /// Rules included in every grammar; unreferenced ones cost nothing.
    static let shared = """
        <digit> = one | two | three | four | five | six | seven | eight | nine;
        <teen> = ten | eleven | twelve | thirteen | fourteen | fifteen | sixteen | seventeen | eighteen | nineteen;
        <tens> = twenty | thirty | forty | fifty | sixty | seventy | eighty | ninety;
        <upto99> = <digit> | <teen> | <tens> [<digit>];
        <hundreds> = <upto99> | (a | <digit>) hundred [[and] <upto99>];
        <cardinal> = zero | <hundreds> [thousand [[and] <hundreds>]] | a thousand | (a | <digit>) million;
        <fraction> = point <spokendigit> [<spokendigit> [<spokendigit>]] | and a half;
        <spokendigit> = zero | oh | <digit>;
        <number> = [minus | negative] <cardinal> [<fraction>];

        <count> = <upto99> | (a | one | two | three) hundred [[and] <upto99>];
        <spans> = seconds | minutes | hours | days | weeks;
        <span> = (a | one) (second | minute | day | week) | (an | one) hour;
        <rest> = [and] <upto99> (minutes | seconds | hours) | and a half;
        <duration> = <count> <spans> [<rest>] | <span> [<rest>] | <digit> and a half <spans> | half an hour \
        | half a minute | [a] quarter of an hour | three quarters of an hour;

        <hour> = one | two | three | four | five | six | seven | eight | nine | ten | eleven | twelve;
        <hours> = <hour> | thirteen | fourteen | fifteen | sixteen | seventeen | eighteen | nineteen \
        | twenty [one | two | three];
        <minute> = oh <digit> | <teen> | (twenty | thirty | forty | fifty) [<digit>];
        <past> = (half | quarter | a quarter | five | ten | twenty | twenty five) [minutes] past | \
        (quarter | a quarter | five | ten | twenty | twenty five) [minutes] to;
        <daypart> = a m | p m | in the (morning | afternoon | evening) | at night;
        <time> = noon | midnight | (<hours> [o'clock | <minute>] | <past> <hour>) [<daypart>];

        <operator> = plus | minus | times | multiplied by | divided by | over;
        <operand> = <number> [squared | cubed | percent] | [the] square root of <number>;
        <expression> = <operand> (<operator> <operand>)+ | <number> (squared | cubed) \
        | [the] square root of <number> | <number> percent of <number> | <number> to the power of <number>;

        <weekday> = monday | tuesday | wednesday | thursday | friday | saturday | sunday;
        <day> = today | tomorrow | yesterday | the day after tomorrow | [next | on] <weekday> \
        | christmas [day | eve] | halloween | new year's (day | eve) | valentine's day;
        <repeated> = day | weekday | morning | evening | night | weekend | <weekday>;
        <schedule> = every <repeated> [at <time>] | every (hour | half hour | <upto99> (minutes | hours));

        <name> = [hey | ok | okay] jarvis;
        <before> = please | (can | could | would | will) you [please];
        <after> = please [jarvis] | jarvis [please] | thank you | thanks | for me;
        """

    /// True if a shared rule fills slots of this type; otherwise the vocabulary does.
    static func isShared(_ name: String) -> Bool { shared.contains("<\(name)> =") }
}
